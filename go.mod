module ishi

go 1.26
