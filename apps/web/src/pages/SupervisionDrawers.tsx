import type { SupervisionView } from './use-supervision.ts'
import { EXAM_MANAGER } from '@hengjuan/domain'
import { LeaderMessages } from '../features/messages/index.ts'
import { actsAs, BlockDrawer, LimitsDialog, PaperDrawer } from '../features/supervision/index.ts'
import { NO_FIGURE } from './supervision-filters.ts'

function nameOf(
  blocks: readonly { block_id: number; block_name: string; subject_name: string }[],
  blockId: number,
): string {
  const block = blocks.find(({ block_id }) => block_id === blockId)
  return block ? `${block.subject_name} · ${block.block_name}` : `题块 ${blockId}`
}

/** What lies over the page: messages, limits, papers, and a block with its readings. */
export function SupervisionDrawers(props: {
  examId: number
  view: SupervisionView
  data: NonNullable<SupervisionView['data']>
}) {
  const { examId, data } = props
  const {
    values,
    set,
    led,
    talk,
    setTalk,
    drill,
    setDrill,
    papers,
    setPapers,
    isLimiting,
    setLimiting,
    mayManage,
    mayManageExam,
    open,
  } = props.view
  return (
    <>
      <LeaderMessages
        key={`${talk?.blockId} ${talk?.markerId}`}
        blocks={led
          .filter(({ block_id }) => talk?.blockId === undefined || talk.blockId === block_id)
          .map(({ block_id, unread: count }) => ({
            id: block_id,
            name: nameOf(data.blocks, block_id),
            unread: count,
          }))}
        {...(talk?.markerId === undefined ? {} : { markerId: talk.markerId })}
        isOpen={talk !== null}
        onClose={() => setTalk(null)}
      />
      <LimitsDialog
        examId={examId}
        refusal={mayManageExam ? null : `状态界限由学校管理员或${EXAM_MANAGER}设置`}
        isOpen={isLimiting}
        onClose={() => setLimiting(false)}
      />
      <PaperDrawer
        examId={examId}
        // Those of a block lie over its own drawer.
        figure={open ? null : papers}
        asOf={(blockId) => {
          const block = data.blocks.find(({ block_id }) => block_id === blockId)
          return block ? actsAs(block) : 'leader'
        }}
        onClose={() => {
          setPapers(null)
          set(NO_FIGURE)
        }}
      />
      <BlockDrawer
        examId={examId}
        row={open}
        mayManage={mayManage}
        markerId={values.marker_id}
        papers={papers}
        onPapers={(next) => {
          setPapers(next)
          if (next === null) set(NO_FIGURE)
        }}
        drill={drill}
        onDrill={(next) => {
          setDrill(next)
          if (next === null) set(NO_FIGURE)
        }}
        onMessage={
          open && led.some(({ block_id }) => block_id === open.block_id)
            ? (markerId) =>
                setTalk({ blockId: open.block_id, ...(markerId === null ? {} : { markerId }) })
            : null
        }
        onClose={() => {
          setPapers(null)
          setDrill(null)
          set({ block_id: null, marker_id: null, ...NO_FIGURE })
        }}
      />
    </>
  )
}
