import { describe, expect, it } from 'vitest'
import { mergePaths, readPath, shellArguments } from '#engine/connections/environment/loginShell'

describe('the output of a login shell', () => {
  it.each([
    ['welcome!\n__switchboard_path__\n/a:/b\n__switchboard_path__\n', '/a:/b'],
    ['__switchboard_path__\n/a b:/ü\n__switchboard_path__\nbye\n', '/a b:/ü'],
    ['__switchboard_path__\n/a:/b\n', null],
    ['__switchboard_path__\n\n__switchboard_path__\n', null],
    ['', null],
  ])("%j gives the PATH %j, whatever the shell's startup files print", (output, path) => {
    expect(readPath(output)).toBe(path)
  })

  it("comes before the engine's PATH, without duplicates and without empty entries (which would mean the current folder)", () => {
    expect(mergePaths('/nvm:/usr/bin:', '/usr/bin:/opt::/bin')).toBe('/nvm:/usr/bin:/opt:/bin')
  })

  it.each([
    ['/bin/zsh', ['-i', '-l', '-c']],
    ['/usr/bin/fish', ['-i', '-l', '-c']],
    ['/bin/tcsh', ['-c']],
  ])('%s gets options that it understands', (shell, options) => {
    expect(shellArguments(shell).slice(0, -1)).toEqual(options)
  })
})
