/** Says why and where text is not valid JSON, in the same words on every side. Pure. */
import { placeInText } from '#contract/text/placeInText'

const words: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not a value',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a } is missing',
  CloseBracketExpected: 'a ] is missing',
  EndOfFileExpected: 'the file should end here',
  InvalidCommentToken: 'this is not a comment',
  UnexpectedEndOfComment: 'this comment is not closed',
  UnexpectedEndOfString: 'this string is not closed',
  UnexpectedEndOfNumber: 'this number is incomplete',
  InvalidUnicode: 'this \\u is not followed by four hex digits',
  InvalidEscapeCharacter: 'this \\ is followed by a wrong character',
  InvalidCharacter: 'this character is not allowed here',
}

/** `problem` is the JSON parser's name for the error. */
export function jsonProblem(text: string, problem: string, offset: number): string {
  return `${placeInText(text, offset)}: ${words[problem] ?? 'this is not understood'}`
}
