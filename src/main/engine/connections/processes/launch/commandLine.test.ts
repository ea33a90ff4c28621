import { describe, expect, it } from 'vitest'
import { commandLine } from '#engine/connections/processes/launch/commandLine'

/** Reads a word the way cmd.exe does: `^` escapes the next character. */
const unescape = (text: string) => text.replace(/\^(.)/g, '$1')

describe('a command line', () => {
  it('is the unchanged file and arguments for ordinary programs', () => {
    const args = ['a b', '"quoted"', '%PATH%', '$HOME', '']
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(commandLine('/bin/tool.exe', args, platform)).toEqual({ file: '/bin/tool.exe', args, verbatim: false })
    }
  })

  it('runs a batch file through cmd.exe, because Node refuses to run one directly', () => {
    const line = commandLine(String.raw`C:\Program Files\nodejs\npx.cmd`, ['-y', 'server'], 'win32')
    expect(line.file).toBe('cmd.exe')
    expect(line.verbatim).toBe(true)
    expect(line.args.slice(0, 3)).toEqual(['/d', '/s', '/c'])
    const command = line.args[3] ?? ''
    expect(unescape(unescape(command.slice(1, -1)))).toBe(String.raw`C:\Program Files\nodejs\npx.cmd "-y" "server"`)
  })

  it.each(['& calc.exe', '%PATH%', 'a"b', 'a^b', '| more', '> file', '(x)', 'a\\', 'a\\"b', '!x!'])(
    'lets the shell interpret no part of %j, so that an argument from a manifest cannot run a command',
    (arg) => {
      const command = commandLine('x.cmd', [arg], 'win32').args[3] ?? ''
      const inside = command.slice('"x.cmd '.length, -1)
      expect(inside.replace(/\^./g, '')).not.toMatch(/[()%!"<>&|^]/)
      expect(unescape(inside).replace(/\^./g, '')).not.toMatch(/[()%!"<>&|^]/)
    },
  )

  it("uses the given cmd.exe, not one in the server's folder", () => {
    const shell = String.raw`C:\Windows\System32\cmd.exe`
    expect(commandLine('x.cmd', [], 'win32', shell).file).toBe(shell)
  })

  it('refuses a line break, which would end the command and start another', () => {
    expect(() => commandLine('x.cmd', ['a\r\ncalc.exe'], 'win32')).toThrow('line break')
    expect(commandLine('x.exe', ['a\nb'], 'win32').args).toEqual(['a\nb'])
  })
})
