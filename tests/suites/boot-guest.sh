#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In a guest without a module: boot the system that is packed in system.tar, as
# far as sysinit.target, and tell what its systemd says of our unit and whether
# the module is there. The system has its own processes, and is otherwise the
# machine's.

new=/new
mkdir $new
mount -t tmpfs -o size=90% system $new
tar -x -C $new -f "$(command -v system.tar)"
for dir in proc sys dev; do
	mkdir -p $new/$dir
	mount --rbind /$dir $new/$dir
done
mount -t tmpfs run $new/run

# A unit that comes after ours tells, since only who is inside can ask.
cat >$new/etc/systemd/system/report.service <<'END'
[Unit]
DefaultDependencies=no
After=tdacct.service
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'systemctl show tdacct -p ConditionResult -p ActiveState \
	-p Result -p UnitFileState >/run/report.new; mv /run/report.new /run/report'
END
mkdir -p $new/etc/systemd/system/sysinit.target.wants
ln -s ../report.service $new/etc/systemd/system/sysinit.target.wants/

container=lab unshare --pid --fork --mount-proc=$new/proc \
	chroot $new /lib/systemd/systemd --system --unit=sysinit.target \
	--log-target=null --show-status=no >/dev/null 2>&1 &

tries=0
until [ -e $new/run/report ] || [ $tries = 150 ]; do
	tries=$((tries + 1))
	sleep 1
done
cat $new/run/report
[ ! -d /sys/module/tdacct ] || tdacct status | sed -n 's/^events /events=/p'
[ ! -d /sys/module/tdacct ] || tdacct check >/dev/null || echo 'laws broken'
echo "module=$(cat /sys/module/tdacct/version 2>/dev/null || echo none)"
echo '# the end'
