import { Value } from 'typebox/value'
import { isStationCall, type StationApi, type StationFailure } from './station-api.ts'
import { stationInputs } from './station-inputs.ts'
import { StationError } from './station-error.ts'

export type StationOutcome =
  | { ok: true; data: unknown }
  | ({ ok: false; isBug: boolean } & StationFailure)

/**
 * Runs a call that came in from outside: an unknown name or an input of another shape is refused before
 * it reaches the station. Errors do not throw, since neither door carries an Error object whole.
 */
export async function callStation(
  station: StationApi,
  name: string,
  input: unknown,
  onBug: (error: unknown) => void,
): Promise<StationOutcome> {
  if (!isStationCall(name)) return failure('CALL_UNKNOWN', '扫描站没有这个操作，请升级后重试')
  const given = input ?? {}
  if (!Value.Check(stationInputs[name], given)) {
    const [problem] = Value.Errors(stationInputs[name], given)
    return failure(
      'INPUT_INVALID',
      `填写的内容有误（${problem?.instancePath || '/'}），请修改后重试`,
    )
  }
  try {
    const run = station[name] as (input: unknown) => Promise<unknown>
    return { ok: true, data: await run(given) }
  } catch (error) {
    if (error instanceof StationError) return failure(error.code, error.message)
    onBug(error)
    return { ...failure('INTERNAL', '扫描站出现意外错误，数据没有丢失，请重试'), isBug: true }
  }
}

const failure = (code: string, message: string) => ({
  ok: false as const,
  isBug: false,
  code,
  message,
})
