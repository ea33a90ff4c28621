/** Starts a Docker Engine as a test run does, and prints its folder and address. Another test kills this process. */
import { startDocker } from '#test/support/parts/startDocker'
import { makeNodeImage } from '#test/support/parts/nodeImage'

const { folder, url } = await startDocker()
await makeNodeImage(url)
console.log(JSON.stringify({ folder, url }))
