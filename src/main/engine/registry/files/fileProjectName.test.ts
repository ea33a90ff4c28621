import { describe, expect, it } from 'vitest'
import { fileProjectName } from '#engine/registry/files/fileProjectName'
import { Projects } from '#engine/registry/projects/projects'

const others = (...names: string[]) => names.map((name, place) => ({ id: `id-${place}`, name }))
const named = (file: string, more: Partial<Parameters<typeof fileProjectName>[0]> = {}) =>
  fileProjectName({ file, given: null, before: null, others: [], ...more })

describe("a file project's name", () => {
  it.each([
    ['/a/o.json', 'o'],
    ['/a/My Servers.jsonc', 'my-servers'],
    ['/a/.mcp.json', 'mcp'],
    ['/a/.mcp', 'mcp'],
    ['/a/two.parts.json', 'two-parts'],
    ['/a/bare', 'bare'],
    ['/a/___.json', 'project'],
  ])('%s is %s', (file, name) => {
    expect(named(file)).toBe(name)
  })

  it('gets a number when another project uses it as its id, as its name, or in its address', () => {
    expect(named('/o.json', { others: others('o') })).toBe('o-2')
    expect(named('/o.json', { others: others('o', 'o-2') })).toBe('o-3')
    expect(named('/o.json', { others: others('O!') })).toBe('o-2')
    expect(named('/default.json', { others: [{ id: 'default', name: 'Default' }] })).toBe('default-2')
    expect(named('/o.json', { given: 'Work', others: others('Work') })).toBe('Work-2')
  })

  it('keeps its number, even when the name without a number is free again', () => {
    expect(named('/o.json', { before: 'o-2' })).toBe('o-2')
    expect(named('/o.json', { before: 'o-2', others: others('o-2') })).toBe('o')
    expect(named('/o.json', { before: 'o.json' })).toBe('o')
    expect(named('/o.json', { before: 'o-2', given: 'Work' })).toBe('Work')
  })
})

describe('a project is found', () => {
  const projects = new Projects()
  const put = (id: string, name: string, file: string | null = null, formerNames: string[] = []) =>
    projects.put({ id, name, file, naming: 'override', prefix: '{tool}', start: 'lazy', instructions: '', formerNames })
  put('default', 'Default')
  put('file-1', 'o', '/a/o.json')
  put('file-2', 'o-2', '/b/o.json')
  put('file-3', 'Pets & more', '/c/pets.json')
  put('w', 'My Work')
  put('x', 'Twice')
  put('y', 'twice!')
  put('r', 'Renamed', null, ['As it was', 'My Work'])

  it.each([
    ['file-1', 'file-1'],
    ['o', 'file-1'],
    ['o-2', 'file-2'],
    // Two files have this name, so neither project is found.
    ['o.json', null],
    ['pets.json', 'file-3'],
    ['pets', null],
    ['pets-more', 'file-3'],
    ['Pets & more', 'file-3'],
    ['My Work', 'w'],
    ['my-work', 'w'],
    ['Twice', 'x'],
    ['twice', null],
    ['As it was', 'r'],
    ['as-it-was', 'r'],
    ['Renamed', 'r'],
    ['__proto__', null],
    ['', null],
  ])('by %j: %s', (name, id) => {
    expect(projects.idOf(name)).toBe(id)
  })
})
