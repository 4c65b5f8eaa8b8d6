package ir

// In browsers, where code has to be loaded, these steps are left out: they change what a program takes, not what it does.

// Order leaves conditions as they are.
func Order(*Program, map[*Field]bool, map[*Field]bool) {}

// Tabulate leaves loops as they are.
func Tabulate(*Program) {}
