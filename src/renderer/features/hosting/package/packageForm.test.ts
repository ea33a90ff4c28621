import { expect, test } from 'vitest'
import {
  checkPackage,
  emptyPackageForm,
  isolationOf,
  type PackageForm,
} from '#renderer/features/hosting/package/packageForm.ts'

const filled: PackageForm = { ...emptyPackageForm, text: 'npx -y @scope/files /home/me /srv' }

// Catches a folder that a container sees although a person did not choose it.
test('folders are shared only by choice', () => {
  expect(checkPackage(filled, false)).toMatchObject({ ok: true, registration: { name: 'files', folders: [] } })
  const chosen = { ...filled, access: { '/home/me': 'read', '/srv': 'write', '/elsewhere': 'write' } } as const
  expect(checkPackage(chosen, false)).toMatchObject({
    registration: {
      folders: [
        { path: '/home/me', writable: false },
        { path: '/srv', writable: true },
      ],
    },
  })
})

test.each([
  [{ text: '' }, ['text']],
  [{ text: 'github:owner/repo' }, ['text']],
  [{ memory: 'much' }, ['memory']],
  [{ volumes: 'data', text: './x' }, ['volumes', 'text']],
] as [Partial<PackageForm>, string[]][])('the error of %j is shown at %j', (part, fields) => {
  const checked = checkPackage({ ...filled, ...part }, false)
  expect(checked.ok ? [] : Object.keys(checked.errors)).toEqual(fields)
})

test('a move sends the version and the choices', () => {
  const form: PackageForm = { ...emptyPackageForm, network: 'none', access: { '/srv': 'read' } }
  expect(isolationOf(form, { registry: 'npm', name: 'x', version: '1.0.0' }, ['/srv'], false)).toMatchObject({
    ok: true,
    asked: { version: '1.0.0', network: { mode: 'none' }, folders: [{ path: '/srv', writable: false }] },
  })
  expect(isolationOf(form, { registry: 'npm', name: 'x', version: '1.0.0' }, [], true).ok).toBe(false)
})
