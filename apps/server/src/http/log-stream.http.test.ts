import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Takes nothing: whatever is written there fails as on a full disk. */
const FULL = '/dev/full'

test.skipIf(!existsSync(FULL))('a server whose log has no space left goes on serving', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hengjuan-log-'))
  const log = await open(FULL, 'w')
  const server = fork(join(import.meta.dirname, '../main.ts'), [], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', log.fd, 'ignore', 'ipc'],
    execPath: process.execPath,
    execArgv: [],
  })
  const ended = once(server, 'exit')
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await ended
    await log.close()
    await rm(dataDir, { recursive: true })
  })
  const heard = await Promise.race([once(server, 'message'), ended])
  const { listening } = heard[0] as { listening: number }
  for (let time = 0; time < 3; time++) {
    const answer = await Promise.race([fetch(`http://127.0.0.1:${listening}/v1/nothing`), ended])
    expect(answer).toMatchObject({ status: 404 })
  }
})
