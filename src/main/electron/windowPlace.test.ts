import { expect, test } from 'vitest'
import { placeWindow, usualSize } from '#main/electron/windowPlace'

const screen = { x: 0, y: 0, width: 1920, height: 1080 }
const kept = { x: 100, y: 100, width: 1000, height: 700 }

test('a window comes back where it was', () => {
  expect(placeWindow(kept, [screen])).toEqual(kept)
})

test('a window that was on a screen that is gone comes back on one that is there', () => {
  expect(placeWindow({ ...kept, x: 2500 }, [screen])).toEqual({ width: 1000, height: 700 })
  expect(placeWindow({ ...kept, y: -600 }, [screen])).toEqual({ width: 1000, height: 700 })
  expect(placeWindow({ ...kept, x: 2500 }, [screen, { ...screen, x: 1920 }])).toMatchObject({ x: 2500 })
})

test.each([[null], [{}], ['x'], [{ ...kept, width: Number.NaN }], [{ ...kept, x: '1' }]])(
  'a spoilt record %j gives the usual size',
  (spoilt) => {
    expect(placeWindow(spoilt, [screen])).toEqual(usualSize)
  },
)
