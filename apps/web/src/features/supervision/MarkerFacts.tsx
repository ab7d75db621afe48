import { StatusTag } from '@hengjuan/ui'
import type { Drill } from './drill/ReadingDrawer.tsx'
import { Judged } from './Judged.tsx'
import { type Fact, factsOf } from './marker-facts.ts'
import type { MarkerRow } from './MarkerTable.tsx'
import css from './supervision.module.css'
import { LIGHTS } from './words.ts'

/** The figures of one marker with what they rest on, and why the light is not green. */
export function MarkerFacts(props: {
  marker: MarkerRow
  /** Opens the readings behind a figure; absent where only the figures may be seen. */
  onDrill?: ((drill: Drill) => void) | undefined
}) {
  const { marker, onDrill } = props
  const said = [...marker.reasons, ...marker.automation.map((sign) => `迹象：${sign}`)]
  return (
    <section aria-label={`${marker.name}的指标`}>
      <p className={css['reasons']}>
        <StatusTag status={LIGHTS[marker.light]?.status ?? 'idle'}>
          {LIGHTS[marker.light]?.label}
        </StatusTag>{' '}
        {marker.name}：{said.length === 0 ? '各项指标正常' : said.join('；')}
      </p>
      {marker.notes.map((note) => (
        <p key={note} className={css['note']}>
          {note}，不计入状态
        </p>
      ))}
      <dl className={css['facts']}>
        {factsOf(marker).map((fact) => (
          <FactView
            key={fact.label}
            fact={fact}
            onDrill={
              onDrill && fact.kind && fact.n > 0
                ? () =>
                    onDrill({
                      title: `${marker.name} · ${fact.label}`,
                      query: { marker_id: marker.marker_id, kind: fact.kind },
                      marker,
                    })
                : null
            }
          />
        ))}
      </dl>
    </section>
  )
}

function FactView(props: { fact: Fact; onDrill: (() => void) | null }) {
  const { label, hint, text, n, few, missing } = props.fact
  const figure = (
    <Judged n={n} few={few}>
      {missing ? (
        <span className={css['faint']} title={missing}>
          {text}
        </span>
      ) : (
        text
      )}
    </Judged>
  )
  return (
    <div title={hint}>
      <dt>{label}</dt>
      <dd>
        {props.onDrill ? (
          <button type="button" className={css['figureLink']} onClick={props.onDrill}>
            {figure}
          </button>
        ) : (
          figure
        )}
        <small>{n} 份</small>
      </dd>
    </div>
  )
}
