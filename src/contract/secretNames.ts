/** What is a secret by its name. Every side asks here, so that a page hides what the engine keeps. Pure. */

/** Names of variables and headers whose values are to be treated as secrets. */
export const secretNamePattern =
  /token|key(?!board|map|word)|secret|passw|passphrase|pwd|credential|cookie|bearer|private|signature|session|auth(?!or(?!i[sz]))|dsn$|conn(?:ection)?[-_]?str|database[-_]?url|(?:^|[-_])pat(?:$|[-_])/i

/** They have the name of a secret, and say what is run: a file, a helper, an option. */
const steering =
  /^(?:git_config_key|python_keyring|keyring_)|(?:file|path|dir|home|helper|backend|process|command|cmd|program|exec|sock|provider|plugin|module|class|hook|loader|script|shell|options?|opts|flags|args)$/i
const path = /^(?:\.{1,2}|~)[\\/]|^[A-Za-z]:[\\/]|^\/(?:[\w.@-]+\/)*[\w@-]*\.\w{1,5}$|\\/
/** What no shell takes apart: without spaces, quotes and operators. A reference counts as one of its characters. */
const oneWord = /^(?:[\w.~+/=@:%,-]|\$\{[^{}]*\})+$/

/** Whether a text that is a secret may be hidden from a person who agrees to what runs. */
export function isOneWord(text: string): boolean {
  return oneWord.test(text)
}

/** Whether the value of a variable or header of this name may be hidden from a person who agrees to what runs. */
export function isHiddenValue(name: string, value: string): boolean {
  return secretNamePattern.test(name) && !steering.test(name) && isOneWord(value) && !path.test(value)
}
