// Package studio is the part of the laboratory that runs where the user is: pages on
// which games are played and written, the engine for browsers that they work with, and
// the same as files for any web server (astragal site).
package studio
