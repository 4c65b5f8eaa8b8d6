package game

import "slices"

// Intern returns the number of a text made during play, such as a note that
// quotes a score; it is negative, apart from those of Compiler.Name, and Text
// gives the text back. Texts last as long as the context and its copies.
func (c *Context) Intern(text string) int32 {
	i := slices.Index(c.pool.texts, text)
	if i < 0 {
		i = len(c.pool.texts)
		c.pool.texts = append(c.pool.texts, text)
	}
	return ^int32(i)
}

// Text returns the text of the Name of an action.
func (c *Context) Text(name int32) string {
	if name < 0 {
		return c.pool.texts[^name]
	}
	return c.G.names[name]
}
