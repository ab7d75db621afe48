import { useCaller } from '@hengjuan/client/react'
import { benchmarkScriptSet } from '@hengjuan/contracts'
import { BENCHMARK_KINDS } from '@hengjuan/domain'
import { sentenceOf } from '@hengjuan/ui'
import { useState } from 'react'
import { useTyped } from '../../../../session/typed.ts'
import type { Script } from './Benchmarks.tsx'
import { purposeOf } from './picker-walk.ts'

/** What is said of the last pick, beside the papers: a message over the page would pile up after each. */
export interface Said {
  text: string
  hasFailed: boolean
  /** The pick that it speaks of, where that can be undone. */
  pick: Pick<Script, 'script_id' | 'unit_id' | 'secret_code'> | null
}

type Paper = Pick<Script, 'unit_id' | 'secret_code'>

/** Picks papers one after the other, and takes them out again. */
export function usePicks(on: {
  blockId: number
  /** A script came, went, or turned out to be there already. */
  onChanged: () => void
}) {
  const { call } = useCaller()
  // Whoever picks twenty papers picks most of them for the same purpose, and comes back to it.
  const [kept, keepKind] = useTyped(`benchmark-purpose-${on.blockId}`)
  const kind = purposeOf(kept)
  const [said, setSaid] = useState<Said | null>(null)
  const [isSending, setSending] = useState(false)

  /** @returns what the work returns; null when it was refused, which is then said */
  const run = async <T>(failure: string, work: () => Promise<T>): Promise<T | null> => {
    setSending(true)
    try {
      return await work()
    } catch (error) {
      setSaid({ text: `${failure}：${sentenceOf(error)}`, hasFailed: true, pick: null })
      return null
    } finally {
      setSending(false)
      // Refused, it may be because somebody else was faster.
      on.onChanged()
    }
  }

  return {
    kind,
    keepKind,
    said,
    isSending,
    /** Says why a key does nothing. */
    say: (text: string) => setSaid({ text, hasFailed: false, pick: null }),
    /** @returns the script; null when the paper was refused */
    pick: async ({ unit_id, secret_code }: Paper, band: string): Promise<number | null> => {
      const made = await run(`密号 ${secret_code} 没有选上`, () =>
        call(benchmarkScriptSet, { body: { block_id: on.blockId, unit_id, kind } }),
      )
      if (made === null) return null
      const words = [`已选密号 ${secret_code}`, BENCHMARK_KINDS[kind], band]
      setSaid({
        text: words.filter((word) => word !== '').join(' · '),
        hasFailed: false,
        pick: { script_id: made.script_id, unit_id, secret_code },
      })
      return made.script_id
    },
    /** @returns whether it was taken out */
    takeOut: async ({ script_id, secret_code }: NonNullable<Said['pick']>): Promise<boolean> => {
      const taken = await run(`密号 ${secret_code} 没有取出`, () =>
        call(benchmarkScriptSet, { body: { block_id: on.blockId, script_id, retire: 1 } }),
      )
      if (taken === null) return false
      setSaid({ text: `已取出密号 ${secret_code}`, hasFailed: false, pick: null })
      return true
    },
  }
}

export type Picks = ReturnType<typeof usePicks>
