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

// FOUR adds the weights of the four indices of a word to the four sums AX, BX, CX and DX.
#define FOUR(word, shape) \
	MOVWLZX (word*8)(SI), R8    \
	MOVWLZX (word*8+2)(SI), R9  \
	MOVWLZX (word*8+4)(SI), R10 \
	MOVWLZX (word*8+6)(SI), R11 \
	MOVWLSX (shape*const_tableSize)(DI)(R8*2), R8   \
	MOVWLSX (shape*const_tableSize)(DI)(R9*2), R9   \
	MOVWLSX (shape*const_tableSize)(DI)(R10*2), R10 \
	MOVWLSX (shape*const_tableSize)(DI)(R11*2), R11 \
	ADDL    R8, AX  \
	ADDL    R9, BX  \
	ADDL    R10, CX \
	ADDL    R11, DX

// func sumPatterns(x *indices, t *table) int32
TEXT ·sumPatterns(SB), NOSPLIT, $0-20
	MOVQ x+0(FP), SI
	MOVQ t+8(FP), DI
	XORL AX, AX
	XORL BX, BX
	XORL CX, CX
	XORL DX, DX
	FOUR(0, 0)
	FOUR(1, 1)
	FOUR(2, 2)
	FOUR(3, 3)
	FOUR(4, 4)
	FOUR(5, 5)
	FOUR(6, 6)
	FOUR(7, 7)
	FOUR(8, 8)
	FOUR(9, 9)
	FOUR(10, 10)
	FOUR(11, 11)
	FOUR(12, 11)
	ADDL BX, AX
	ADDL DX, CX
	ADDL CX, AX
	MOVL AX, ret+16(FP)
	RET
