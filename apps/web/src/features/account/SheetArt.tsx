import css from './sheet-art.module.css'

const columns = [0, 1, 2]
const rows = [0, 1, 2, 3, 4]
const options = [0, 1, 2, 3]
/** Which option is filled in each row of each column; a sheet that someone answered. */
const answers = [
  [1, 3, 0, 2, 2],
  [0, 2, 1, 3, 1],
  [2, 0, 3, 1, 0],
]
const digits = [4, 0, 7, 2, 9, 1, 5, 8]

/** An answer sheet, drawn as ours are printed: anchors, exam number, bubbles, answer boxes. */
export const SheetArt = () => (
  <svg className={css['root']} viewBox="0 0 420 594" aria-hidden="true">
    <rect className={css['paper']} width="420" height="594" rx="6" />
    {[
      [22, 22],
      [382, 22],
      [22, 556],
      [382, 556],
    ].map(([x, y]) => (
      <rect key={`${x} ${y}`} className={css['anchor']} x={x} y={y} width="16" height="16" />
    ))}
    <path className={css['rule']} d="M120 44h180M150 64h120" strokeWidth="6" />
    <g transform="translate(208 92)">
      <rect className={css['box']} width="174" height="148" rx="2" />
      {digits.map((digit, column) => (
        <g key={column} transform={`translate(${12 + column * 19.6} 12)`}>
          {Array.from({ length: 10 }, (_, value) => (
            <rect
              key={value}
              className={value === digit ? css['filled'] : css['bubble']}
              y={value * 12.6}
              width="13"
              height="7"
              rx="2"
            />
          ))}
        </g>
      ))}
    </g>
    <g transform="translate(38 92)">
      <path className={css['rule']} d="M0 12h140M0 40h140M0 68h100" strokeWidth="2" />
      <rect className={css['box']} y="92" width="150" height="56" rx="2" />
      <path
        className={css['bars']}
        d="M14 106v28m6-28v28m10-28v28m4-28v28m12-28v28m5-28v28m11-28v28m4-28v28m9-28v28m12-28v28m6-28v28m4-28v28m12-28v28"
      />
    </g>
    <g transform="translate(38 262)">
      <rect className={css['box']} width="344" height="104" rx="2" />
      {columns.map((column) => (
        <g key={column} transform={`translate(${20 + column * 112} 14)`}>
          {rows.map((row) => (
            <g key={row} transform={`translate(0 ${row * 17})`}>
              {options.map((option) => (
                <rect
                  key={option}
                  className={answers[column]?.[row] === option ? css['filled'] : css['bubble']}
                  x={option * 22}
                  width="15"
                  height="9"
                  rx="2"
                />
              ))}
            </g>
          ))}
        </g>
      ))}
    </g>
    <g transform="translate(38 384)">
      <rect className={css['box']} width="344" height="156" rx="2" />
      <path className={css['rule']} d="M16 34h312M16 62h312M16 90h312M16 118h312" strokeWidth="1" />
      <path
        className={css['ink']}
        d="M22 28c6-10 10 6 16-2s8-8 12 0 10 2 14-4 8 8 14 2 10-8 16-1 9 5 15-2 10 7 16 1 8-6 14 0M22 56c8-9 11 5 18-2s9-6 14 1 9 1 14-5 10 7 15 2 9-6 15 0"
      />
    </g>
  </svg>
)
