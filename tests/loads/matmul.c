// SPDX-License-Identifier: GPL-2.0
/*
 * matmul naive|tiled|simd
 *
 * Multiplies a matrix of 32 x 1024 numbers by one of 1024 x 1024, in three ways, and
 * prints the sum of the result, which is the same for all of them: the numbers are
 * small and whole, so that no order of additions loses anything.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS	32	/* of a and c */
#define INNER	1024	/* columns of a, rows of b */
#define COLUMNS	1024	/* of b and c */

/* A tile of b has 8 KiB, which fits into any first cache. */
#define TILE_INNER	16
#define TILE_COLUMNS	128

/* The third way keeps 4 rows of 8 columns in registers. */
#define BLOCK_ROWS	4
#define BLOCK_COLUMNS	8
#define BLOCK_INNER	128
#define PANEL_COLUMNS	256	/* that are copied at a time */

/* Four numbers in a register, with SSE as with NEON. */
typedef float quad __attribute__((vector_size(16), aligned(4), may_alias));

static float a[ROWS][INNER], b[INNER][COLUMNS], c[ROWS][COLUMNS];

/* Goes down the columns of b: each number that it reads is in another line. */
static void multiply_naive(void)
{
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < COLUMNS; j++) {
			float sum = 0;

			for (int k = 0; k < INNER; k++)
				sum += a[i][k] * b[k][j];
			c[i][j] = sum;
		}
}

static float tile[TILE_INNER][TILE_COLUMNS];

static void copy_tile(int k0, int j0)
{
	for (int k = 0; k < TILE_INNER; k++)
		memcpy(tile[k], &b[k0 + k][j0], sizeof(tile[k]));
}

static void multiply_tile(int k0, int j0)
{
	for (int i = 0; i < ROWS; i++)
		for (int k = 0; k < TILE_INNER; k++)
			for (int j = 0; j < TILE_COLUMNS; j++)
				c[i][j0 + j] += a[i][k0 + k] * tile[k][j];
}

/* Copies a tile of b that fits into the first cache, and is done with it before the next. */
static void multiply_tiled(void)
{
	for (int j0 = 0; j0 < COLUMNS; j0 += TILE_COLUMNS)
		for (int k0 = 0; k0 < INNER; k0 += TILE_INNER) {
			copy_tile(k0, j0);
			multiply_tile(k0, j0);
		}
}

/* The numbers of a and b in the order in which blocks need them. */
static float rows[ROWS / BLOCK_ROWS][INNER][BLOCK_ROWS];
static float columns[PANEL_COLUMNS / BLOCK_COLUMNS][BLOCK_INNER][BLOCK_COLUMNS];

static void copy_rows(void)
{
	for (int i = 0; i < ROWS; i++)
		for (int k = 0; k < INNER; k++)
			rows[i / BLOCK_ROWS][k][i % BLOCK_ROWS] = a[i][k];
}

static void copy_columns(int k0, int j0)
{
	for (int k = 0; k < BLOCK_INNER; k++)
		for (int j = 0; j < PANEL_COLUMNS; j += BLOCK_COLUMNS)
			memcpy(columns[j / BLOCK_COLUMNS][k],
			       &b[k0 + k][j0 + j], sizeof(columns[0][0]));
}

/* 32 sums are in registers; three loads bring what 32 multiplications need. */
static void multiply_block(const quad *row, const quad *column, float *to)
{
	quad sum[BLOCK_ROWS][2];

	memset(sum, 0, sizeof(sum));
	for (int k = 0; k < BLOCK_INNER; k++, row++, column += 2) {
		quad left = column[0], right = column[1], factors = *row;

#pragma GCC unroll 4	/* so that the sums stay in registers */
		for (int i = 0; i < BLOCK_ROWS; i++) {
			sum[i][0] += factors[i] * left;
			sum[i][1] += factors[i] * right;
		}
	}
#pragma GCC unroll 4
	for (int i = 0; i < BLOCK_ROWS; i++, to += COLUMNS) {
		*(quad *)to += sum[i][0];
		*(quad *)(to + 4) += sum[i][1];
	}
}

static void multiply_panel(int k0, int j0)
{
	for (int j = 0; j < PANEL_COLUMNS; j += BLOCK_COLUMNS)
		for (int i = 0; i < ROWS; i += BLOCK_ROWS)
			multiply_block((quad *)rows[i / BLOCK_ROWS][k0],
				       (quad *)columns[j / BLOCK_COLUMNS],
				       &c[i][j0 + j]);
}

/* Four numbers an instruction, and all sums of a block in registers. */
static void multiply_simd(void)
{
	copy_rows();
	for (int j0 = 0; j0 < COLUMNS; j0 += PANEL_COLUMNS)
		for (int k0 = 0; k0 < INNER; k0 += BLOCK_INNER) {
			copy_columns(k0, j0);
			multiply_panel(k0, j0);
		}
}

static const struct {
	const char *name;
	void (*multiply)(void);
} ways[] = {
	{ "naive", multiply_naive },
	{ "tiled", multiply_tiled },
	{ "simd", multiply_simd },
};

static void fill(void)
{
	for (int k = 0; k < INNER; k++) {
		for (int i = 0; i < ROWS; i++)
			a[i][k] = (float)((i + 3 * k) % 4);
		for (int j = 0; j < COLUMNS; j++)
			b[k][j] = (float)((5 * k + j) % 3);
	}
}

/* Weighs rows and columns, so that a number in a wrong place changes it. */
static double sum(void)
{
	double sum = 0;

	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < COLUMNS; j++)
			sum += (double)c[i][j] * (i + 1) * (j % 7 + 1);
	return sum;
}

int main(int argc, char **argv)
{
	for (size_t i = 0; argc == 2 && i < sizeof(ways) / sizeof(ways[0]); i++) {
		if (strcmp(argv[1], ways[i].name))
			continue;
		fill();
		ways[i].multiply();
		printf("matmul: %.0f\n", sum());
		return 0;
	}
	fprintf(stderr, "usage: matmul naive|tiled|simd\n");
	return 2;
}
