// What the editor page needs of CodeMirror 6.
export { EditorState, StateEffect, StateField, Compartment } from "@codemirror/state";
export {
  EditorView, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, drawSelection, hoverTooltip, rectangularSelection, placeholder,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export {
  StreamLanguage, syntaxHighlighting, HighlightStyle, bracketMatching, foldGutter, foldKeymap, foldService, indentUnit, codeFolding,
} from "@codemirror/language";
export { autocompletion, completionKeymap, closeBrackets, closeBracketsKeymap, startCompletion } from "@codemirror/autocomplete";
export { linter, lintGutter, setDiagnostics, lintKeymap, openLintPanel } from "@codemirror/lint";
export { search, searchKeymap, highlightSelectionMatches } from "@codemirror/search";
export { tags } from "@lezer/highlight";
