// Makes the bridge host as plain JavaScript: `node src/tools/build-host.ts <folder>`.
import { buildHost } from '../build/build-host.ts'

const folder = process.argv[2]
if (folder === undefined) throw new Error('the folder is missing')
await buildHost(folder)
