/** System notifications, which the desktop app shows when its window is not visible. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDesktop, type OpenedDesktop } from '#test/e2e/openApp'
import { openQuestionScene, type QuestionScene } from '#test/e2e/questionScene'
import { type NoticeDaemon, startNoticeDaemon } from '#test/support/noticeDaemon'

const opener = await openDesktop()
const daemon = opener === null ? null : await startNoticeDaemon(opener.display)
afterAll(async () => {
  await daemon?.stop()
  await opener?.close()
})

const notes = { path: '/home/ada/diary.txt', text: 'Hello' }

describe.runIf(daemon !== null)('in the desktop app', () => {
  let scene: QuestionScene<OpenedDesktop>
  const system = daemon as NoticeDaemon
  const isVisible = () =>
    scene.app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()))
  const hide = () =>
    scene.app.app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.hide()
    })
  const deny = async () => {
    for (const { id } of (await scene.api('GET', '/questions')) as unknown as { id: string }[])
      await scene.api('POST', `/questions/${id}/answer`, { answer: { kind: 'deny' } })
  }

  beforeAll(async () => {
    if (opener === null) return
    scene = await openQuestionScene(opener, system.environment)
  })
  afterAll(() => scene?.close())

  test('a call that waits while the window is hidden causes a system notification, without its arguments', async () => {
    await hide()
    expect(await isVisible()).toBe(false)
    const result = scene.clientCall('write', notes)
    await expect.poll(() => system.shown()).toBe(1)
    expect(system.said()).toContain(`summary: 'A call is waiting for you'`)
    expect(system.said()).toContain(`body: 'write of files'`)
    expect(system.said()).not.toContain('diary')
    await system.click()
    await scene.panel.waitFor()
    expect(await isVisible()).toBe(true)
    await expect.poll(() => system.shown()).toBe(0)
    await scene.card('approval').getByRole('button', { name: 'Allow once' }).click()
    expect(JSON.parse(await result)).toEqual(notes)
  })

  test('a user who sees the window is not notified again; the notification of a question answered elsewhere is removed', async () => {
    const seen = scene.clientCall('write', notes)
    await scene.panel.getByText('/home/ada/diary.txt').waitFor()
    expect(await system.shown()).toBe(0)
    await hide()
    const unseen = scene.clientCall('write', notes)
    await expect.poll(() => system.shown()).toBe(1)
    await deny()
    for (const result of [seen, unseen]) expect(await result).toContain('denied')
    await expect.poll(() => system.shown()).toBe(0)
  })
})
