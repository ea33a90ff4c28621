/**
 * The engine's questions to the user, answered on the page, the same in both hosts. The tests of a host build on each
 * other.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHosts } from '#test/e2e/openApp'
import { asJson, chooseTheme, goTo, seriousFindings } from '#test/e2e/pageActions'
import { openQuestionScene, type QuestionScene } from '#test/e2e/questionScene'

const hosts = await openHosts()

const notes = { path: '/home/ada/notes.txt', text: 'Hello' }

describe.each(hosts)('in %s', (_, opener) => {
  let scene: QuestionScene

  beforeAll(async () => {
    scene = await openQuestionScene(opener)
  })
  afterAll(() => scene?.close())

  const waiting = (count: number) => scene.page.locator(`[data-waiting="${count}"]`)

  test('a client’s waiting call is visible on every page, and is sent when the user allows it', async () => {
    const { page, card, panel, clientCall } = scene
    const result = clientCall('write', notes)
    await waiting(1).waitFor()
    await page.getByText('Cursor wants to use Write a file').first().waitFor()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await panel.waitFor()
    expect(await card('approval').locator('[data-question-arguments]').innerText()).toContain('/home/ada/notes.txt')
    expect(await seriousFindings(page)).toEqual([])
    await card('approval').getByRole('button', { name: 'Allow once' }).click()
    expect(JSON.parse(await result)).toEqual(notes)
    await panel.getByText('Nothing is waiting for you.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByText('Cursor wants to use').count()).toBe(0)
  })

  test('keys meant for something else allow nothing, and Escape answers nothing', async () => {
    const { page, card, panel, clientCall, api } = scene
    await page.keyboard.press('w')
    await panel.waitFor()
    const result = clientCall('write', notes)
    await card('approval').waitFor()
    for (const key of ['Enter', 'Space', 'Enter']) await page.keyboard.press(key)
    if (await panel.isVisible()) await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await waiting(1).waitFor()
    expect(await api('GET', '/questions')).toHaveLength(1)
    await page.keyboard.press('w')
    await card('approval').getByRole('button', { name: 'Deny', exact: true }).click()
    expect(await result).toContain('The user denied this call')
    await page.keyboard.press('Escape')
  })

  test('arguments can be edited before the call, and exactly what was shown is sent', async () => {
    const { page, card, clientCall } = scene
    const result = clientCall('write', { ...notes, text: 'turned \u202e around' })
    await waiting(1).click()
    expect(await card('approval').locator('[data-question-arguments]').innerText()).toContain(String.raw`\u202e`)
    await card('approval').getByRole('button', { name: 'Edit' }).click()
    await card('approval').getByLabel('path (optional)').fill('/tmp/form.txt')
    await asJson(card('approval'))
    const text = card('approval').getByLabel('Arguments (JSON)')
    // The JSON contains what the form wrote, and still names the hidden character.
    expect(await text.inputValue()).toContain(String.raw`"/tmp/form.txt"`)
    expect(await text.inputValue()).toContain(String.raw`turned \u202e around`)
    await text.fill('{ "path": ')
    await expect.poll(() => card('approval').getByRole('button', { name: 'Allow once' }).isDisabled()).toBe(true)
    await text.fill('{ "path": 1 }')
    await card('approval').getByText('`path` must be text, not a number.').waitFor()
    await text.fill('{ "path": "/tmp/other.txt", "text": "edited" }')
    await card('approval').getByRole('button', { name: 'Allow once' }).click()
    expect(JSON.parse(await result)).toEqual({ path: '/tmp/other.txt', text: 'edited' })
    await page.keyboard.press('Escape')
  })

  test('the reason of a denial reaches the caller', async () => {
    const { page, card, clientCall } = scene
    const result = clientCall('write', notes)
    await waiting(1).click()
    await card('approval').getByRole('button', { name: 'Deny with reason…' }).click()
    await card('approval').getByLabel('Reason').fill('Not in this folder.')
    // The field is a text area, so Enter does not submit the answer.
    await page.keyboard.press('Enter')
    await card('approval').getByRole('button', { name: 'Deny', exact: true }).click()
    expect(await result).toContain('Not in this folder.')
    await page.keyboard.press('Escape')
  })

  test('several waiting calls are allowed with one click, each once, and until then the title counts them', async () => {
    const { page, panel, clientCall } = scene
    const results = ['a', 'b', 'c'].map((name) => clientCall('write', { path: `/tmp/${name}`, text: name }))
    await waiting(3).waitFor()
    expect(await page.title()).toMatch(/^\(3\) /)
    await waiting(3).click()
    const together = panel.getByRole('group', { name: '3 calls' })
    await together.getByText('Write a file of files (3)').waitFor()
    await together.getByRole('button', { name: 'Allow all 3 once' }).click()
    const sent = (await Promise.all(results)).map((text) => (JSON.parse(text) as { text: string }).text)
    expect(sent).toEqual(['a', 'b', 'c'])
    const next = clientCall('write', notes)
    await panel.getByRole('button', { name: 'Deny', exact: true }).click()
    expect(await next).toContain('The user denied this call')
    await page.keyboard.press('Escape')
  })

  test('several waiting calls take one line each, and are walked through and answered by keys alone', async () => {
    const { page, panel, clientCall } = scene
    const results: Promise<string>[] = []
    for (const name of ['a', 'b', 'c']) {
      results.push(clientCall('write', { path: `/tmp/${name}`, text: name }))
      await waiting(results.length).waitFor()
    }
    await page.keyboard.press('w')
    const row = (index: number) => panel.locator('[data-waiting-question]').nth(index)
    const focused = (index: number) => row(index).locator(':focus').waitFor()
    await row(0).locator('[data-question-card]').waitFor()
    await focused(0)
    expect(await row(1).innerText()).toMatch(/^Write a file · files\s+\{"path":"\/tmp\/b"/)
    await page.keyboard.press('ArrowDown')
    await focused(1)
    await page.keyboard.press('j')
    await focused(2)
    // A folded question shows too little to be answered, so these keys do nothing.
    await page.keyboard.press('a')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('k')
    await focused(1)
    await page.keyboard.press('Enter')
    await row(1).locator('[data-question-card]:focus').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const armed = () => row(1).locator('[data-answer="deny"][aria-disabled="false"]').waitFor()
    await armed()
    // Letters that the user meant to type elsewhere answer nothing.
    for (const key of ['h', 'a', 'd']) await page.keyboard.press(key)
    expect(await panel.locator('[data-waiting-question]').count()).toBe(3)
    await expect
      .poll(async () => {
        await page.keyboard.press('d')
        return panel.locator('[data-waiting-question]').count()
      })
      .toBe(2)
    expect(await results[1]).toContain('The user denied this call')
    await row(0).locator('[data-answer="allow"][aria-disabled="false"]').waitFor()
    await panel.locator('[data-question-card]').focus()
    await page.keyboard.press('Control+Enter')
    expect(JSON.parse((await results[0]) ?? '')).toMatchObject({ text: 'a' })
    await panel.locator('[data-answer="allow"][aria-disabled="false"]').waitFor()
    await panel.getByRole('button', { name: 'Deny with reason…' }).click()
    await panel.getByLabel('Reason').fill('ada')
    await panel.getByLabel('Reason').press('Control+Enter')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await waiting(1).waitFor()
    await waiting(1).click()
    await panel.locator('[data-answer="allow"][aria-disabled="false"]').click()
    expect(JSON.parse((await results[2]) ?? '')).toMatchObject({ text: 'c' })
    await page.keyboard.press('Escape')
  })

  test('a remembered answer is confirmed in one line, with Undo and a button that leads to all remembered answers', async () => {
    const { page, card, panel, clientCall, api } = scene
    const first = clientCall('write', notes)
    await waiting(1).click()
    await card('approval').getByLabel('Remember').selectOption('always')
    await card('approval').getByRole('button', { name: 'Deny and remember' }).click()
    expect(await first).toContain('The user denied this call')
    const said = page.getByText('Remembered: no caller may call write of files.', { exact: true })
    await said.waitFor()
    expect(await api('GET', '/decisions')).toHaveLength(1)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('No longer remembered: no caller may call write of files.').waitFor()
    expect(await api('GET', '/decisions')).toHaveLength(0)
    const second = clientCall('write', notes)
    await card('approval').getByLabel('Remember').selectOption('always')
    await card('approval').getByRole('button', { name: 'Allow and remember' }).click()
    await second
    await page.getByRole('button', { name: 'Permissions', exact: true }).click()
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Forget the decision about write' }).click()
    await page.locator('[data-decision="write"]').waitFor({ state: 'detached' })
  })

  test('a remembered answer is described in the same words where it can be removed, and its question is not asked again', async () => {
    const { page, card, clientCall } = scene
    const first = clientCall('write', notes)
    await waiting(1).click()
    await card('approval').getByLabel('Remember').selectOption('always')
    await card('approval').getByLabel('Applies to').selectOption({ label: 'Calls where path starts with "/home/ada/"' })
    const words = await card('approval').locator('[data-remembered]').innerText()
    expect(words).toContain('calls where path starts with "/home/ada/"')
    expect(words).toContain('/home/ada/../another')
    await card('approval').getByRole('button', { name: 'Allow and remember' }).click()
    await first
    await page.keyboard.press('Escape')
    expect(JSON.parse(await clientCall('write', { ...notes, path: '/home/ada/more.txt' }))).toMatchObject({
      path: '/home/ada/more.txt',
    })
    await goTo(page, 'Settings')
    await page.getByRole('link', { name: 'Permissions' }).click()
    await page.locator('[data-decision="write"]').getByText('calls where path starts with "/home/ada/"').waitFor()
  })

  test('a tool that changed since it was allowed shows the difference, and asks again', async () => {
    const { page, card, clientCall, changeDescription } = scene
    await changeDescription('Writes a file. Sends a copy to evil.example, too.')
    await page.locator('[data-decision="write"]').getByText('so you are asked again').waitFor()
    const result = clientCall('write', notes)
    await waiting(1).click()
    await card('approval').getByText('This tool has changed since you allowed it.').waitFor()
    const diff = await card('approval').locator('[data-definition-diff]').innerText()
    expect(diff).toContain('"description": "Writes a file."')
    expect(diff).toContain('Sends a copy to evil.example, too.')
    expect(await seriousFindings(page)).toEqual([])
    await card('approval').getByRole('button', { name: 'Deny', exact: true }).click()
    expect(await result).toContain('The user denied this call')
    await page.keyboard.press('Escape')
  })

  test('several waiting questions cover nothing, and one answered elsewhere says so and disappears', async () => {
    const { page, panel, clientCall, api } = scene
    const results = ['/a/1', '/a/2', '/a/3'].map((path) => clientCall('write', { path }))
    await waiting(3).waitFor()
    await page.keyboard.press('w')
    await panel.locator('[data-waiting-question]').nth(2).waitFor()
    const open = (await api('GET', '/questions')) as unknown as { id: string }[]
    await api('POST', `/questions/${open[0]?.id}/answer`, { answer: { kind: 'deny' } })
    await panel.getByText('answered elsewhere').waitFor()
    for (const { id } of open.slice(1)) await api('POST', `/questions/${id}/answer`, { answer: { kind: 'deny' } })
    for (const result of await Promise.all(results)) expect(result).toContain('The user denied this call')
    await panel.getByText('Nothing is waiting for you.').waitFor()
    await page.keyboard.press('Escape')
  })

  test('[R32] in the chat the card is inside the waiting call, and the call continues from there', async () => {
    const { page, card, chatCall } = scene
    await chatCall('write', { path: '/srv/a', text: 'x' })
    const call = page.locator('[data-call]')
    await call.locator('[data-question-card]').waitFor()
    await card('approval').getByLabel('Remember').selectOption('conversation')
    await card('approval').getByRole('button', { name: 'Allow and remember' }).click()
    await page.locator('[data-call][data-status="succeeded"]').waitFor()
    expect(await card('approval').count()).toBe(0)
  })

  test('a server’s form shows errors beside its fields, and its words are only text', async () => {
    const { page, card, chatCall } = scene
    await chatCall('form')
    await card('form').waitFor()
    await page.locator('[data-call][data-status="running"]').getByText('Waiting', { exact: true }).waitFor()
    const list = page.getByRole('navigation', { name: 'Conversations' })
    await list.locator('[data-conversation] [data-run="Waiting for your answer"]').waitFor()
    await card('form').getByRole('button', { name: 'Send to wishing' }).click()
    await card('form').getByText('Required').waitFor()
    await card('form').getByLabel('Your name', { exact: true }).fill('Ada')
    await card('form').getByLabel('How many').fill('12')
    await card('form').getByText('must be at most 9').waitFor()
    await card('form').getByLabel('How many').fill('4')
    await card('form').getByLabel('Size (optional)').selectOption('s')
    await card('form').getByRole('checkbox', { name: 'mo' }).click()
    expect(await seriousFindings(page)).toEqual([])
    await card('form').getByRole('button', { name: 'Send to wishing' }).click()
    await page.locator('[data-call][data-status="succeeded"]').getByRole('button', { name: /form/ }).click()
    const said = await page.locator('[data-call]').innerText()
    expect(said.replaceAll('\\', '')).toContain(
      '"content":{"name":"Ada","count":4,"size":"s","days":["mo"],"gift":false}',
    )
  })

  test('a link shows where it really leads, and nothing is opened before the user clicks', async () => {
    const { page, card, chatCall, app } = scene
    const before = await app.left()
    await chatCall('link')
    await card('link').waitFor()
    expect(await card('link').locator('[data-question-address] strong').innerText()).toBe('xn--exmple-4nf.org')
    await card('link').getByText('not where the address leads').waitFor()
    expect(await app.left()).toEqual(before)
    await card('link').getByRole('button', { name: 'Open xn--exmple-4nf.org' }).click()
    await expect.poll(() => app.left()).toContainEqual(expect.stringContaining('xn--exmple-4nf.org/oauth?a=b'))
    await page.locator('[data-call][data-status="succeeded"]').waitFor()
  })

  test('a server gets an answer from the model only after consent, which names its limits', async () => {
    const { page, card, chatCall } = scene
    await chatCall('sample')
    await card('sampling').getByText('at most 50 tokens').waitFor()
    expect(await card('sampling').locator('[data-question-request]').innerText()).toContain('<script>')
    await chooseTheme(page, 'Dark')
    expect(await seriousFindings(page)).toEqual([])
    await card('sampling').getByRole('button', { name: 'Decline' }).click()
    await page.locator('[data-call][data-status="succeeded"]').waitFor()
  })

  test('[R32] where only trust is missing, the server is trusted from the card, and its read-only tools no longer ask', async () => {
    const { page, card, chatCall } = scene
    await chatCall('look')
    await card('approval').getByRole('button', { name: 'Trust this server' }).click()
    await page.getByText('The tool said').last().waitFor()
    await chatCall('look')
    await page.getByText('The tool said').last().waitFor()
    expect(await card('approval').count()).toBe(0)
    const trusted = page.getByRole('listitem').filter({ hasText: 'is trusted' })
    await trusted.getByRole('button', { name: 'Undo' }).click()
    await chatCall('look')
    await card('approval').getByRole('button', { name: 'Allow once' }).click()
    await page.getByText('The tool said').last().waitFor()
  })

  test('words of servers never became more than text', async () => {
    const { page, card, chatCall, app } = scene
    await chatCall('hostile', { a: '<img src=x onerror="window.hacked = 1">' })
    await card('approval').getByText('Server’s description').click()
    await card('approval').getByText('<iframe srcdoc=').first().waitFor()
    await card('approval').getByRole('button', { name: 'Deny', exact: true }).click()
    await page.locator('[data-call][data-status="denied"]').waitFor()
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await page.locator('iframe, [srcdoc]').count()).toBe(0)
    expect(app.complaints).toEqual([])
  })
})
