import type { ReactNode } from 'react'

/** A field with its name above it. */
export const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  <label>
    <span>{label}</span>
    {children}
  </label>
)
