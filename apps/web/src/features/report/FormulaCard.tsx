import css from './report.module.css'

/** A figure, how it comes about and what went into it. */
export interface Card {
  /** Whose and which: 1班 及格率. */
  title: string
  value: string
  formula: string | null
  rule: string | null
  inputs: readonly { label: string; text: string }[]
}

/** A formula with its inputs. @source reports 2.5 (d) */
export const FormulaCard = ({ card }: { card: Card }) => (
  <section className={css['card']} aria-label="算法">
    <p className={css['cardValue']}>
      {card.title}
      <strong>{card.value}</strong>
    </p>
    {card.formula && (
      <p>
        {card.formula}
        {card.rule && <small>（规则 {card.rule}）</small>}
      </p>
    )}
    {card.inputs.length > 0 && (
      <dl className={css['cardInputs']}>
        {card.inputs.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    )}
  </section>
)
