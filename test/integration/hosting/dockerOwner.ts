/** A test run with its own Docker Engine, which another test kills. Prints the Engine's folder and address. */
import { startDocker } from '#test/support/parts/startDocker'
import { makeNodeImage } from '#test/support/parts/nodeImage'

const { folder, url } = await startDocker()
await makeNodeImage(url)
console.log(JSON.stringify({ folder, url }))
