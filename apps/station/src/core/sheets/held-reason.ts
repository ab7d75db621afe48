/** Why pictures that were read are kept out of the sheets until a person says what they are. */
export interface HeldReason {
  kind: 'misfit' | 'foreign' | 'other_subject'
  /** Names the pictures that belong together: the id of the first. */
  group: string
  /** Chinese: what is wrong and what to do. */
  message: string
  /** The subject that it is, where it is one of this exam. */
  subject: { subject_id: number; subject_name: string } | null
}

export const heldOf = (json: string | null): HeldReason | null =>
  json === null ? null : (JSON.parse(json) as HeldReason)
