import { array, assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinWords, splitLines } from '#contract/pasted/commandWords'

const wordsOf = (text: string) =>
  splitLines(text)
    .flat()
    .map((word) => word.text)

describe('splitting a pasted command line', () => {
  test.each([
    ['npx -y @scope/server /home/me', ['npx', '-y', '@scope/server', '/home/me']],
    ['node "my server.js" --name \'a b\'', ['node', 'my server.js', '--name', 'a b']],
    ['node my\\ server.js', ['node', 'my server.js']],
    ['C:\\tools\\server.exe --dir C:\\data', ['C:\\tools\\server.exe', '--dir', 'C:\\data']],
    ['"C:\\Program Files\\node.exe" x', ['C:\\Program Files\\node.exe', 'x']],
    ['docker run \\\n  -i --rm image', ['docker', 'run', '-i', '--rm', 'image']],
    ['docker run \\\r\n  image', ['docker', 'run', 'image']],
    ['run ""', ['run', '']],
    [`sh -c 'echo "hi"'`, ['sh', '-c', 'echo "hi"']],
    ['a"b"c', ['abc']],
    ['  ', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  test('joined words split into the same words again', () => {
    assert(
      property(array(string(), { maxLength: 6 }), (words) => {
        expect(wordsOf(joinWords(words))).toEqual(words)
      }),
    )
  })
})
