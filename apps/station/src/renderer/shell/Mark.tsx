/** The mark of 衡卷: a balance whose pans are papers. */
export const Mark = (props: { size?: number }) => (
  <svg width={props.size ?? 28} height={props.size ?? 28} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="#0d6079" />
    <path
      d="M16 7v18M11 25h10M7 10.5h18"
      fill="none"
      stroke="#fff"
      strokeWidth="2.2"
      strokeLinecap="round"
    />
    <rect x="5" y="13" width="7" height="8" rx="1.2" fill="#fff" />
    <rect x="20" y="13" width="7" height="8" rx="1.2" fill="#8fc7d8" />
  </svg>
)
