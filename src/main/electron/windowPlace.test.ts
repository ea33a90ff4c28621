import { expect, test } from 'vitest'
import { placeWindow, usualSize } from '#main/electron/windowPlace'

const screen = { x: 0, y: 0, width: 1920, height: 1080 }
const kept = { x: 100, y: 100, width: 1000, height: 700 }

test('a window reopens where it was', () => {
  expect(placeWindow(kept, [screen])).toEqual(kept)
})

test('a window from a disconnected screen reopens on a connected one', () => {
  expect(placeWindow({ ...kept, x: 2500 }, [screen])).toEqual({ width: 1000, height: 700 })
  expect(placeWindow({ ...kept, y: -600 }, [screen])).toEqual({ width: 1000, height: 700 })
  expect(placeWindow({ ...kept, x: 2500 }, [screen, { ...screen, x: 1920 }])).toMatchObject({ x: 2500 })
})

test.each([[null], [{}], ['x'], [{ ...kept, width: Number.NaN }], [{ ...kept, x: '1' }]])(
  'an invalid record %j gives the default size',
  (spoilt) => {
    expect(placeWindow(spoilt, [screen])).toEqual(usualSize)
  },
)
