/** A server that reads everything and answers nothing. */
process.stderr.write('mute: listening\n')
process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
