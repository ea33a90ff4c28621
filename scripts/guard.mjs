// Imported first by the scripts: stops with an explanation if Node is too old, before anything fails obscurely.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(
    `Switchboard is built with Node 22.12 or newer; this is Node ${process.versions.node}. Run it through npm, or install a newer Node.`,
  )
  process.exit(1)
}
