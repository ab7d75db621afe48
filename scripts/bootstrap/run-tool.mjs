// @ts-check
import { spawn } from 'node:child_process'
import { explain, SetupFailure } from './failure.mjs'

/** Enough of a tool's output to explain a failure. */
const KEPT_CHARACTERS = 40_000

/**
 * Runs a tool silently; its output is shown only if it fails.
 *
 * @param {string} what the step, in Chinese, for the message
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, onOutput?: (text: string) => void }} options
 * @returns {Promise<void>}
 * @throws {SetupFailure} if it cannot start or exits with anything but 0
 */
export function runTool(what, command, args, { cwd, env, onOutput }) {
  return new Promise((resolve, reject) => {
    // Windows finds npx.cmd only through its shell; every argument here is a constant of ours.
    const shell = process.platform === 'win32' && command === 'npx'
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell,
    })
    let output = ''
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-KEPT_CHARACTERS)
      onOutput?.(chunk.toString())
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    let stopped = false
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      stopped = true
      process.exitCode = signal === 'SIGINT' ? 130 : 143
      child.kill(signal)
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    child.once('error', (error) => reject(explain(what, `${command}: ${error.message}`)))
    child.once('close', (code, signal) => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      if (stopped) reject(new SetupFailure(`${what}已取消，重新运行同一条命令即可继续。`))
      else if (code === 0) resolve()
      else reject(explain(what, `${output}\n${command}: ${signal ?? `code ${code}`}`))
    })
  })
}
