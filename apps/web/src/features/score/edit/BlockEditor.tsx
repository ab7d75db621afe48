import { Button } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { scoreInspectDetail, scoreInspectUpdate, updateBlockScore } from '@hengjuan/contracts'
import { EmptyState, ErrorState, SkeletonLines, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { forgetReview, ScoreEditor } from '../inspect/ScoreEditor.tsx'
import css from '../score.module.css'
import { type EditedPlace, editToast } from './edit-words.ts'

interface BlockEditorProps {
  place: EditedPlace
  block: { block_id: number; unit_id: number; name: string }
  ownId: number
  onDone: () => void
}

/** Changes the points of a block in place, or decides a lower mark that waits for a second person. */
export function BlockEditor(props: BlockEditorProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        variant="minimal"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? '收起改分' : `改${props.block.name}得分`}
      </Button>
      {isOpen && <Loaded {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function Loaded({
  place,
  block,
  ownId,
  onDone,
  onClose,
}: BlockEditorProps & { onClose: () => void }) {
  // What may be given, and whether by whom asks, is what the inspection of scores says of the paper now.
  const { data, error, refetch } = useRoute(scoreInspectDetail, { query: place }, { staleTime: 0 })
  const update = useCall(updateBlockScore, {
    onSuccess: ({ state, before_milli, after_milli }) =>
      settled(before_milli === after_milli ? '已记录：维持原分' : editToast(state)),
    onError: () => void refetch(),
  })
  const decide = useCall(scoreInspectUpdate, {
    onSuccess: ({ state }) =>
      settled(state === 'applied' ? '已同意，改分生效' : '已退回，得分不变'),
    onError: () => void refetch(),
  })
  const paper = data?.blocks.find(({ unit_id }) => unit_id === block.unit_id)
  const pending = data?.corrections.find(
    ({ unit_id, state }) => unit_id === block.unit_id && state === 'pending',
  )
  function settled(words: string) {
    if (paper) forgetReview(paper, pending?.correction_id)
    toast.done(words)
    onClose()
    onDone()
  }
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={3} />
  if (!paper)
    return <EmptyState title="没有这份试卷">试卷可能已重新扫描，请刷新后再看。</EmptyState>
  if (paper.refusal !== '' && !pending)
    return (
      <p className={css['muted']} role="status">
        {paper.refusal}
      </p>
    )
  const failed = update.error ?? decide.error
  return (
    <>
      <ScoreEditor
        // The form begins anew with every new mark.
        key={paper.version}
        block={paper}
        pending={pending}
        userId={ownId}
        isSending={update.isPending || decide.isPending}
        inPlace={{ longestReason: LONGEST_REASON, onClose }}
        onSend={({ scores, reason = '', correction_id, decision }) =>
          correction_id !== undefined && decision
            ? decide.mutate({
                body: {
                  ...place,
                  unit_id: paper.unit_id,
                  version: paper.version,
                  correction_id,
                  decision,
                  reason,
                },
              })
            : update.mutate({
                body: {
                  ...place,
                  block_id: block.block_id,
                  version: paper.version,
                  reason: reason.trim(),
                  points: paper.points.map(({ name }, index) => ({
                    name,
                    score_milli: scores?.[index] ?? 0,
                  })),
                },
              })
        }
      />
      {failed && <ErrorState error={failed} />}
    </>
  )
}

const LONGEST_REASON = 200
