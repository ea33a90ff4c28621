import { expect, test } from 'vitest'
import { checkName, nameForm } from '#renderer/features/projects/matrix/naming/nameForm.ts'

test('an empty field resets the name instead of storing an empty one that no client accepts', () => {
  expect(checkName({ name: ' ', description: '\n' })).toEqual({ ok: true, own: { name: null, description: null } })
  expect(checkName(nameForm(null))).toEqual({ ok: true, own: { name: null, description: null } })
  const own = { name: 'send_mail', description: 'Sends one' }
  expect(checkName(nameForm(own))).toEqual({ ok: true, own })
})

test.each([
  [{ name: 'send mail', description: '' }, ['name']],
  [{ name: 'x'.repeat(65), description: '' }, ['name']],
  [{ name: 'fine', description: 'x'.repeat(10_001) }, ['description']],
])('an input that the engine would refuse is reported at its field', (form, fields) => {
  const checked = checkName(form)
  expect(checked.ok ? [] : Object.keys(checked.errors)).toEqual(fields)
})
