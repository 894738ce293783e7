//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// func playAVX2(to, from, put, digit, full *indices, flips uint64)
//
// Four vectors hold the 64 indices. The indices of a legal position stay within their 16 bits, so it does
// not matter that Go adds them in words.
TEXT ·playAVX2(SB), NOSPLIT, $0-48
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ put+16(FP), DX
	MOVQ digit+24(FP), BX
	MOVQ full+32(FP), R8
	MOVQ flips+40(FP), CX

	// Y0-Y3: twice the sum of the digits that turn.
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	TESTQ CX, CX
	JZ    turned

turn:
	BSFQ   CX, AX
	LEAQ   -1(CX), R9
	SHLQ   $7, AX           // × 128, the size of indices
	VPADDW (BX)(AX*1), Y0, Y0
	VPADDW 32(BX)(AX*1), Y1, Y1
	VPADDW 64(BX)(AX*1), Y2, Y2
	VPADDW 96(BX)(AX*1), Y3, Y3
	ANDQ   R9, CX
	JNZ    turn
	VPADDW Y0, Y0, Y0
	VPADDW Y1, Y1, Y1
	VPADDW Y2, Y2, Y2
	VPADDW Y3, Y3, Y3

turned:
	VPADDW  (DX), Y0, Y0
	VPADDW  32(DX), Y1, Y1
	VPADDW  64(DX), Y2, Y2
	VPADDW  96(DX), Y3, Y3
	VPADDW  (R8), Y0, Y0
	VPADDW  32(R8), Y1, Y1
	VPADDW  64(R8), Y2, Y2
	VPADDW  96(R8), Y3, Y3
	VPSUBW  (SI), Y0, Y0
	VPSUBW  32(SI), Y1, Y1
	VPSUBW  64(SI), Y2, Y2
	VPSUBW  96(SI), Y3, Y3
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	VZEROUPPER
	RET

// The four directions of a line: along a rank, both diagonals and along a file.
DATA step<>+0(SB)/8, $1
DATA step<>+8(SB)/8, $7
DATA step<>+16(SB)/8, $8
DATA step<>+24(SB)/8, $9
GLOBL step<>(SB), RODATA|NOPTR, $32

// Discs that a line in these directions can pass: not on the outer files, except along a file.
DATA pass<>+0(SB)/8, $0x7E7E7E7E7E7E7E7E
DATA pass<>+8(SB)/8, $0x7E7E7E7E7E7E7E7E
DATA pass<>+16(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA pass<>+24(SB)/8, $0x7E7E7E7E7E7E7E7E
GLOBL pass<>(SB), RODATA|NOPTR, $32

// RUN shifts the ends of runs of the discs M that begin beside the discs O out of them, as moves does, in
// four directions at once. Y13 holds the steps, Y14 twice that.
#define RUN(SHIFT, O, M, end, pairs, t) \
	SHIFT Y13, O, end     \
	SHIFT Y13, M, pairs   \
	VPAND M, end, end     \
	VPAND M, pairs, pairs \
	SHIFT Y13, end, t     \
	VPAND M, t, t         \
	VPOR  t, end, end     \
	SHIFT Y14, end, t     \
	VPAND pairs, t, t     \
	VPOR  t, end, end     \
	SHIFT Y14, end, t     \
	VPAND pairs, t, t     \
	VPOR  t, end, end     \
	SHIFT Y13, end, end

// COUNT counts the empty squares, set in R10, that the four lanes of V hold together.
#define COUNT(V, X, XT, R) \
	VEXTRACTI128 $1, V, XT  \
	VPOR         XT, X, X   \
	VPSRLDQ      $8, X, XT  \
	VPOR         XT, X, X   \
	VMOVQ        X, R       \
	ANDQ         R10, R     \
	POPCNTQ      R, R

// FOUR adds the weights of the four indices of a word to the sums AX, BX, CX and DX.
#define FOUR(word, shape) \
	MOVWLZX (word*8)(SI), R8    \
	MOVWLZX (word*8+2)(SI), R9  \
	MOVWLZX (word*8+4)(SI), R11 \
	MOVWLZX (word*8+6)(SI), R12 \
	MOVWLSX (shape*const_tableSize)(DI)(R8*2), R8   \
	MOVWLSX (shape*const_tableSize)(DI)(R9*2), R9   \
	MOVWLSX (shape*const_tableSize)(DI)(R11*2), R11 \
	MOVWLSX (shape*const_tableSize)(DI)(R12*2), R12 \
	ADDL    R8, AX  \
	ADDL    R9, BX  \
	ADDL    R11, CX \
	ADDL    R12, DX

// func sumAVX2(x *indices, t *table, own, opp uint64) int32
//
// The vectors count the moves of both sides while the scalar units wait for weights.
TEXT ·sumAVX2(SB), NOSPLIT, $0-36
	MOVQ x+0(FP), SI
	MOVQ t+8(FP), DI
	MOVQ own+16(FP), R8
	MOVQ opp+24(FP), R9
	XORL AX, AX
	XORL BX, BX
	XORL CX, CX
	XORL DX, DX

	VMOVDQU step<>(SB), Y13
	VPADDQ  Y13, Y13, Y14
	VMOVDQU pass<>(SB), Y12
	VMOVQ   R8, X0
	VMOVQ   R9, X1
	MOVQ    R8, R10
	ORQ     R9, R10
	NOTQ    R10             // the empty squares
	VPBROADCASTQ X0, Y0
	VPBROADCASTQ X1, Y1
	VPAND   Y12, Y1, Y2
	VPAND   Y12, Y0, Y3
	FOUR(0, 0)
	FOUR(1, 1)
	FOUR(2, 2)
	RUN(VPSLLVQ, Y0, Y2, Y4, Y5, Y6)
	FOUR(3, 3)
	FOUR(4, 4)
	FOUR(5, 5)
	RUN(VPSLLVQ, Y1, Y3, Y7, Y8, Y9)
	FOUR(6, 6)
	FOUR(7, 7)
	FOUR(8, 8)
	RUN(VPSRLVQ, Y0, Y2, Y10, Y5, Y6)
	FOUR(9, 9)
	FOUR(10, 10)
	RUN(VPSRLVQ, Y1, Y3, Y11, Y8, Y9)
	FOUR(11, 11)
	FOUR(12, 11)
	VPOR Y10, Y4, Y4
	VPOR Y11, Y7, Y7
	COUNT(Y4, X4, X5, R8)
	COUNT(Y7, X7, X8, R9)
	MOVWLSX table_moves(DI)(R8*2), R8
	MOVWLSX table_replies(DI)(R9*2), R9
	VZEROUPPER
	ADDL BX, AX
	ADDL DX, CX
	ADDL R8, AX
	ADDL R9, CX
	ADDL CX, AX
	MOVL AX, ret+32(FP)
	RET
