package main

// writeReport writes what came of the contest of a folder.
func (p *program) writeReport(f *folder) error { return nil }
