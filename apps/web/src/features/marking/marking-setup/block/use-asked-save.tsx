import { useCall, useRefresh } from '@hengjuan/client/react'
import { blockSettingsGet, blockSettingsSet, type InputOf, setsReach } from '@hengjuan/contracts'
import { ConfirmDialog } from '@hengjuan/ui'
import { useState } from 'react'
import { countUnreached, type Unreached, unreachedAdvice, unreachedTexts } from './unreached.ts'
import css from './setup.module.css'

type Body = InputOf<typeof blockSettingsSet>['body']

/** What would be out of reach, and what was asked for. */
interface Asked {
  body: Body
  unreached: readonly Unreached[]
}

/** Saves settings of blocks; asks first where they would put papers or targets out of reach. @source domain rules 4.4 */
export function useAskedSave(onSaved: (saved: Body['blocks']) => void) {
  const refresh = useRefresh(blockSettingsGet)
  const [asked, setAsked] = useState<Asked | null>(null)
  const save = useCall(blockSettingsSet, {
    onSuccess: (_, { body }) => onSaved(body.blocks),
    onError: ({ code }) => {
      // Somebody else was quicker: what they set is shown beside what is set here.
      if (code === 'MARKING_SETTINGS_CHANGED') void refresh()
    },
  })
  const preview = useCall(blockSettingsSet, {
    onSuccess: ({ unreached }, { body: looked }) => {
      const body = { ...looked, preview: 0 }
      if (unreached.length === 0) save.mutate({ body })
      else setAsked({ body, unreached })
    },
  })
  return {
    submit: (body: Body) =>
      body.blocks.some(setsReach)
        ? preview.mutate({ body: { ...body, preview: 1 } })
        : save.mutate({ body }),
    isPending: preview.isPending || save.isPending,
    isSaved: save.isSuccess,
    // Asked about, it is told in the question.
    error: asked ? null : (save.error ?? preview.error),
    question: asked && (
      <ConfirmDialog
        isOpen
        title="有试卷或任务量超出教师可评的范围"
        effect={effectOf(asked.unreached)}
        confirmText="仍然保存"
        cancelText="返回修改"
        isPending={save.isPending}
        error={save.error}
        onConfirm={() => save.mutate({ body: asked.body })}
        onClose={() => {
          save.reset()
          setAsked(null)
        }}
      >
        {unreachedTexts(asked.unreached).map((text) => (
          <p key={text} className={css['gap']}>
            {text}
          </p>
        ))}
        <p className={css['need']}>
          {unreachedAdvice(asked.unreached)}
          保存后，没有教师可评的试卷留在任务池中，阅卷监管会提示「无人可阅」。
        </p>
      </ConfirmDialog>
    ),
  }
}

function effectOf(unreached: readonly Unreached[]): string {
  const readings = countUnreached(unreached)
  const markers = unreached.reduce((sum, block) => sum + block.markers.length, 0)
  return [
    ...(readings > 0 ? [`${readings} 份评阅将没有教师可评`] : []),
    ...(markers > 0 ? [`${markers} 名教师的任务量无法完成`] : []),
  ].join('，')
}
