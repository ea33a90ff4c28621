import { expect, test } from 'vitest'
import { listeningInodes } from '#main/host/http/portHolder'

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1CF3 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0000000000000000 100 0 0 10 0
   1: 0100007F:1CF3 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1 0000000000000000 20 4 30 10 -1
   2: 0100007F:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1 0000000000000000 100 0 0 10 0
`

test('finds the listener, not a connection to the same port, so that the message does not blame a client', () => {
  expect(listeningInodes(table, 7411)).toEqual(['4711'])
})

test('short port numbers are padded in the table', () => {
  expect(listeningInodes(table, 80)).toEqual(['4713'])
  expect(listeningInodes(table, 81)).toEqual([])
})
