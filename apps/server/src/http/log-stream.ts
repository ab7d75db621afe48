/**
 * Where the log is written. A disk that is full under it costs lines of the log, which come again when there is
 * space; the logger's own stream would end the process, and marking with it.
 */
export function logStream(): NodeJS.WriteStream {
  if (!process.stdout.listeners('error').includes(ignore)) process.stdout.on('error', ignore)
  return process.stdout
}

const ignore = (): void => undefined
