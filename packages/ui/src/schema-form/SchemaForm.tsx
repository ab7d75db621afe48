import { Button } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { type ReactNode, useId } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useUnsaved } from '../layout/AskedClose.tsx'
import { type Choice, FieldInput, type FieldInputProps } from './FieldInput.tsx'
import css from './schema-form.module.css'
import { fieldProblem, type ObjectSchema, serverProblems } from './schema-problems.ts'
import { optionsOf, inputOf, meant } from './form-input.tsx'

export type Values = Record<string, unknown>

/** How one property of the schema is asked for. */
export type FormField<Value, All> = Omit<FieldInputProps, 'options'> & {
  /** Of a choice; from the values where another field says what there is to choose. */
  options?: readonly Choice[] | ((values: All) => readonly Choice[])
  /** Below the field: what it is for; from the values where it says what they lead to. */
  hint?: ReactNode | ((values: All) => ReactNode)
  /** Default: the schema's own word. */
  isRequired?: boolean
  /** Other values that follow from this one. */
  leadsTo?: (value: Value, values: All) => Partial<All>
}

/** Fields by the names of the schema's properties, in their order on the form. */
export type FormFields<All> = { [K in keyof All]?: FormField<All[K], All> }

/**
 * A form that asks for what a contract takes. What is allowed is said by the schema and told in sentences; what the
 * server refuses stands at its field. Closing the dialog or the window around it asks first when something was changed.
 */
export function SchemaForm<All extends object>(props: {
  schema: ObjectSchema
  fields: FormFields<All>
  initial: All
  submitText: string
  isPending: boolean
  error: CallError | null
  /** Fields that an error code is about: { EXAM_NAME_TAKEN: 'name' }. */
  errorFields?: Readonly<Record<string, string>>
  onSubmit: (values: All) => void
  onCancel?: () => void
  /** Takes fields and buttons apart, as a dialog has them. */
  renderLayout?: (fields: ReactNode, buttons: ReactNode) => ReactNode
}) {
  const id = useId()
  const fields = Object.entries(props.fields) as [string, FormField<never, All>][]
  const form = useForm<Values>({ defaultValues: { ...props.initial } as Values })
  const { isDirty, errors } = form.formState
  useUnsaved(isDirty && !props.isPending)
  const values = useWatch({ control: form.control }) as unknown as All
  const names = fields.map(([name]) => name)
  const refused = serverProblems(props.error, names, props.errorFields)
  const problemOf = (name: string): string | undefined => {
    const own = errors[name]?.message
    return typeof own === 'string' ? own : refused[name]
  }
  const submit = form.handleSubmit((typed) => props.onSubmit(meant(typed, fields) as All))
  const inputs = fields.map(([name, field]) => {
    const isRequired = field.isRequired ?? props.schema.required?.includes(name) ?? false
    const problem = problemOf(name)
    const hint = typeof field.hint === 'function' ? field.hint(values) : field.hint
    return (
      <Controller
        key={name}
        name={name}
        control={form.control}
        rules={{
          validate: (value) =>
            fieldProblem(value, props.schema.properties[name] ?? {}, {
              label: field.label,
              kind: field.kind,
              isRequired,
            }) ?? true,
        }}
        render={({ field: { value, onChange, ref } }) => (
          <div className={css['field']}>
            <span
              id={`${id}-${name}`}
              className={css['label']}
              data-required={isRequired || undefined}
            >
              {field.label}
            </span>
            <div role="group" aria-labelledby={`${id}-${name}`} className={css['input']}>
              <FieldInput
                {...inputOf(field)}
                options={optionsOf(field, values)}
                register={ref}
                value={value}
                isWrong={problem !== undefined}
                describedBy={`${id}-${name}-note`}
                onChange={(next: unknown) => {
                  onChange(next)
                  const change = field.leadsTo?.(next as never, values) ?? {}
                  for (const [other, given] of Object.entries(change))
                    form.setValue(other, given, { shouldDirty: true })
                }}
              />
              <span id={`${id}-${name}-note`}>
                {problem === undefined ? (
                  hint && <span className={css['hint']}>{hint}</span>
                ) : (
                  <span className={css['problem']} role="alert">
                    ✕ {problem}
                  </span>
                )}
              </span>
            </div>
          </div>
        )}
      />
    )
  })
  const buttons = (
    <>
      {refused[''] && (
        <span className={css['problem']} role="alert">
          ✕ {refused['']}
        </span>
      )}
      {props.onCancel && (
        <Button className={css['press'] ?? ''} onClick={props.onCancel}>
          取消
        </Button>
      )}
      <Button
        className={css['press'] ?? ''}
        type="submit"
        intent="primary"
        loading={props.isPending}
      >
        {props.submitText}
      </Button>
    </>
  )
  const grid = <div className={css['grid']}>{inputs}</div>
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {props.renderLayout ? (
        props.renderLayout(grid, buttons)
      ) : (
        <>
          {grid}
          <div className={css['buttons']}>{buttons}</div>
        </>
      )}
    </form>
  )
}
