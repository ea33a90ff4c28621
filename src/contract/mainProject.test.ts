import { describe, expect, it } from 'vitest'
import { defaultProjectId, mainProjectId } from '#contract/mainProject'

const stored = (id: string) => ({ id, file: null })
const mirrored = (id: string) => ({ id, file: `/${id}.json` })
const inProjects = (...ids: string[]) => ids.map((id) => ({ projects: [id] }))

describe('the main project', () => {
  it.each([
    ['a file project is the only one with servers', [mirrored('o')], ['o', 'o'], 'o'],
    ['a project without a file is the only one with servers', [stored('work')], ['work'], 'work'],
    ['no project has servers, and one mirrors a file', [mirrored('o'), stored('work')], [], 'o'],
    ['no project has servers, and two mirror files', [mirrored('o'), mirrored('p')], [], defaultProjectId],
    ['the default project is the only one', [], [], defaultProjectId],
    ['the default project has servers, too', [mirrored('o')], ['o', defaultProjectId], defaultProjectId],
    ['two other projects have servers', [mirrored('o'), stored('work')], ['o', 'work'], defaultProjectId],
    ['the default project alone has servers', [mirrored('o')], [defaultProjectId], defaultProjectId],
  ])('where %s', (_title, others, servers, expected) => {
    const projects = [stored(defaultProjectId), ...others]
    expect(mainProjectId(projects, inProjects(...servers))).toBe(expected)
    expect(mainProjectId(projects.toReversed(), inProjects(...servers.toReversed()))).toBe(expected)
  })
})
