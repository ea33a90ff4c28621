/**
 * A person at the page who has only a mouse or only a keyboard. A step fails if it leaves the focus on the document
 * instead of an element of the page.
 */
import type { ElementHandle, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { lossOf, type Means, settled } from '#test/e2e/walkPage'

export interface Person {
  readonly page: Page
  /** Presses a button, a link, a tab, an entry of a menu, or a checkbox. */
  press(control: Locator): Promise<void>
  /** Replaces the text of a field. */
  write(field: Locator, text: string): Promise<void>
  /** Writes into a field and presses Enter. */
  enter(field: Locator, text: string): Promise<void>
  goTo(title: string): Promise<void>
  /** Presses Undo in the newest message with this text. */
  undo(message: string): Promise<void>
}

/** The maximum number of key presses on the way to a control, which is more than any page has Tab stops. */
const maxSteps = 300
const spaceRoles = new Set(['checkbox', 'switch', 'radio', 'menuitemcheckbox'])

export function personAt(page: Page, means: Means): Person {
  const keys = means === 'keys'
  const must = async (what: string) => {
    await settled(page)
    const loss = await lossOf(page)
    if (loss !== null) throw new Error(`${what} by ${means} leaves the focus on nothing: ${loss}.`)
  }
  const press = async (control: Locator) => {
    if (keys) {
      const role = await reach(page, control)
      // An answer button ignores keys for a moment after its question has appeared.
      await (await control.elementHandle())?.waitForElementState('enabled')
      await page.keyboard.press(spaceRoles.has(role) ? 'Space' : 'Enter')
    } else await control.click()
    await must(`Pressing ${String(control)}`)
  }
  const write = async (field: Locator, text: string) => {
    if (keys) await reach(page, field)
    else await field.click()
    await page.keyboard.press('Control+A')
    if (text === '') await page.keyboard.press('Delete')
    else await page.keyboard.insertText(text)
    expect(await field.inputValue(), `what was written into ${String(field)}`).toBe(text)
    await must(`Writing into ${String(field)}`)
  }
  return {
    page,
    press,
    write,
    async enter(field, text) {
      await write(field, text)
      await page.keyboard.press('Enter')
      await must(`Entering into ${String(field)}`)
    },
    async goTo(title) {
      if (!keys)
        return press(
          page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${title}`) }),
        )
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Commands' }).waitFor()
      await page.keyboard.type(`Go to ${title}`)
      await page.getByRole('option', { name: `Go to ${title}` }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Commands' }).waitFor({ state: 'detached' })
      await must(`Going to ${title}`)
    },
    async undo(message) {
      const undo = page.getByRole('listitem').filter({ hasText: message }).last().getByRole('button', { name: 'Undo' })
      await undo.waitFor()
      // The messages themselves name this key.
      if (keys) await page.keyboard.press('F8')
      await press(undo)
    },
  }
}

/** Moves the focus to the control by keyboard. Resolves with the control's role. */
async function reach(page: Page, control: Locator): Promise<string> {
  await control.waitFor()
  const target = await control.elementHandle()
  if (target === null) throw new Error(`${String(control)} does not exist.`)
  const role = (await target.getAttribute('role')) ?? (await target.getAttribute('type')) ?? ''
  let way = await wayTo(target)
  const onwards = way.isBefore ? 'Shift+Tab' : 'Tab'
  for (let steps = 0; !way.isThere; steps += 1) {
    if (steps === maxSteps) throw new Error(`${String(control)} cannot be reached by keys.`)
    if (way.isInGroup) await page.keyboard.press(role === 'tab' ? 'ArrowRight' : 'ArrowDown')
    else await page.keyboard.press(way.inRows ?? onwards)
    // Groups move the focus in a separate task after the key press.
    if (way.isInGroup) await settled(page)
    way = await wayTo(target)
  }
  return role
}

/** Resolves with the way from the focused element to the target. */
function wayTo(target: ElementHandle) {
  return target.evaluate((element) => {
    const active = element.ownerDocument.activeElement
    const group = element.closest('[role="menu"], [role="tablist"]')
    const rows = element.closest('[data-rows]')
    const rowOf = (one: typeof element) => Number(one.closest('[data-index]')?.dataset.index)
    /** In a list with a single Tab stop, arrow keys move between rows, and Tab moves to the other controls of a row. */
    const inRows = () => {
      if (active === null || rows === null || !rows.contains(active)) return null
      const [from, to] = [rowOf(active), rowOf(element)]
      const isAhead = (active.compareDocumentPosition(element) & 4) !== 0
      if (from === to) return isAhead ? 'Tab' : 'Shift+Tab'
      if (!active.matches('[data-row-link]')) return 'Shift+Tab'
      return from < to ? 'ArrowDown' : 'ArrowUp'
    }
    return {
      isThere: active === element,
      isInGroup: group !== null && group.contains(active),
      isBefore: active !== null && (active.compareDocumentPosition(element) & 2) !== 0 && !element.contains(active),
      inRows: inRows(),
    }
  })
}
