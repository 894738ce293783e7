package record

import (
	"bufio"
	"errors"
)

// renLibMagic is how a RenLib file begins; two bytes of its version follow.
const renLibMagic = "\xffRenLib\xff"

func readRenLib(in *bufio.Reader, out *delivery) error { return errors.New("renlib: not read yet") }
