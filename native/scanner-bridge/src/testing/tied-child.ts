/**
 * A program that starts another one, tied to itself or not, for tests on Windows. The other one adds a dot to
 * a file as long as it lives: `<file> tied|untied`.
 */
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { tieChildren } from '../host/job-object.ts'

const [node, self = '', file = '', role] = process.argv
// Without the file's folder it ends with an error, so that no test leaves it behind.
if (role === 'child') setInterval(() => appendFileSync(file, '.'), 50)
else {
  if (role === 'tied' && !tieChildren()) appendFileSync(file, 'refused')
  // By itself Node ties children that are not detached.
  spawn(node ?? '', [self, file, 'child'], { detached: true, stdio: 'ignore' })
  setInterval(() => undefined, 1000)
}
