/** Recognises secrets by name. Every side uses this, so that a page hides what the engine protects. Pure. */

/** Names of variables and headers whose values are treated as secrets. */
export const secretNamePattern =
  /token|key(?!board|map|word)|secret|passw|passphrase|pwd|credential|cookie|bearer|private|signature|session|auth(?!or(?!i[sz]))|dsn$|conn(?:ection)?[-_]?str|database[-_]?url|(?:^|[-_])pat(?:$|[-_])/i

/** These names look like secrets, but they control what runs: a file, a helper, an option. */
const steering =
  /^(?:git_config_key|python_keyring|keyring_)|(?:file|path|dir|home|helper|backend|process|command|cmd|program|exec|sock|provider|plugin|module|class|hook|loader|script|shell|options?|opts|flags|args)$/i
const path = /^(?:\.{1,2}|~)[\\/]|^[A-Za-z]:[\\/]|^\/(?:[\w.@-]+\/)*[\w@-]*\.\w{1,5}$|\\/
/** A string that a shell does not split: it has no spaces, quotes or operators. A reference counts as one character. */
const oneWord = /^(?:[\w.~+/=@:%,-]|\$\{[^{}]*\})+$/

/**
 * Whether a string is one word. Only one word may be hidden from a person who agrees to a launch: more words could hide
 * a command.
 */
export function isOneWord(text: string): boolean {
  return oneWord.test(text)
}

/** Whether the value of this variable or header may be hidden from a person who agrees to the launch. */
export function isHiddenValue(name: string, value: string): boolean {
  return secretNamePattern.test(name) && !steering.test(name) && isOneWord(value) && !path.test(value)
}
