import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { markingKeys, markingKeysSet } from '@hengjuan/contracts'
import { keepHere, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useMay } from '../../../../session/session-store.ts'
import {
  actingBindings,
  actionsByKey,
  choiceOfWire,
  DEFAULT_CHOICE,
  type KeyChoice,
  parseChoice,
  wireOfChoice,
} from './key-profile.ts'

/** The keys that a person chose: kept by the server, and on this computer until it answers. */
export function useKeyChoice(userId: number) {
  const client = useQueryClient()
  const [kept] = useState(() => keptChoice(userId))
  const [chosen, setChosen] = useState<KeyChoice | null>(null)
  // Who only supervises has none: the keys are those of whoever marks or decides.
  const enabled = useMay('marking.arbitrate')
  const { data: answer } = useRoute(markingKeys, {}, { staleTime: Infinity, enabled })
  const { mutate } = useCall(markingKeysSet, {
    onSuccess: (reply, { body }) => {
      const [sent, here] = [choiceOfWire(body), keptChoice(userId)?.choice]
      if (JSON.stringify(sent) === JSON.stringify(here))
        keepChoice(userId, { choice: sent, isSent: true })
      client.setQueryData(routeKey(markingKeys, {}), reply)
    },
    onError: () =>
      toast.note('按键设置已在本机生效，还没有保存到服务器；下次打开阅卷页时会再保存一次'),
  })
  const there = useMemo(() => (answer?.choice ? choiceOfWire(answer.choice) : null), [answer])
  // The browser's own storage follows the server, unless something was chosen here that did not get there.
  useEffect(() => {
    if (!answer) return
    const here = keptChoice(userId)
    if (here && !here.isSent) mutate({ body: wireOfChoice(here.choice) })
    else if (there) keepChoice(userId, { choice: there, isSent: true })
  }, [answer, there, userId, mutate])
  const unsent = kept && !kept.isSent ? kept.choice : null
  const choice = chosen ?? unsent ?? there ?? kept?.choice ?? DEFAULT_CHOICE
  const bindings = useMemo(() => actingBindings(choice), [choice])
  const actions = useMemo(() => actionsByKey(bindings), [bindings])
  return {
    choice,
    /** Of the keys only those that act: no button says a letter that is turned off. */
    bindings,
    actions,
    choose: (next: KeyChoice) => {
      keepChoice(userId, { choice: next, isSent: false })
      setChosen(next)
      mutate({ body: wireOfChoice(next) })
    },
  }
}

export type KeyChoiceState = ReturnType<typeof useKeyChoice>

const keyOf = (userId: number): string => `hengjuan-keys-${userId}`
const sentKeyOf = (userId: number): string => `${keyOf(userId)}-sent`

interface KeptChoice {
  choice: KeyChoice
  /** The server has it. */
  isSent: boolean
}

/** The keys that a person chose on this computer, or had here last; null when there are none. */
function keptChoice(userId: number): KeptChoice | null {
  const choice = parseChoice(localStorage.getItem(keyOf(userId)) ?? '')
  return choice && { choice, isSent: localStorage.getItem(sentKeyOf(userId)) === '1' }
}

function keepChoice(userId: number, { choice, isSent }: KeptChoice): void {
  keepHere(keyOf(userId), JSON.stringify(choice))
  keepHere(sentKeyOf(userId), isSent ? '1' : '0')
}
