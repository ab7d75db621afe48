import Type, { type Static } from 'typebox'
import { ColourMode, Driver, PaperSource } from '../protocol/settings.ts'

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength })

/**
 * How a kind of scanner is used for answer sheets. Quirks of a model are data in such a file, never a
 * condition in the code. The published form is `scanner-profiles/profile.schema.json`.
 */
export const ScannerProfile = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{1,40}$' }),
    name: Text(60),
    driver: Driver,
    match: Type.Optional(
      Type.String({
        description:
          'Regular expression, ignoring case, over vendor and model: the profile is offered first where it fits.',
      }),
    ),
    source: Type.Object(
      {
        madeFrom: Text(400),
        verified: Type.Boolean({ description: 'Tried with a real scanner of this kind.' }),
      },
      {
        additionalProperties: false,
        description: 'Where the values come from.',
      },
    ),
    notes: Type.Optional(
      Type.String({ maxLength: 400, description: 'Chinese, for the operator.' }),
    ),
    paperSource: PaperSource,
    dpi: Type.Integer({ minimum: 150, maximum: 600 }),
    mode: ColourMode,
    marginMm: Type.Number({
      minimum: 0,
      maximum: 20,
      description: 'Scanned beyond each edge of the paper, so that marks at the edge are not cut.',
    }),
    doubleFeed: Type.Enum(['stop', 'device', 'none'], {
      description:
        'stop: switched on by these options; device: only by the scanner’s own settings; none: the scanner has none.',
    }),
    options: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
      { description: 'Options of the driver by its own names.' },
    ),
    output: Type.Object(
      {
        format: Type.Enum(['jpeg', 'png']),
        quality: Type.Integer({ minimum: 90, maximum: 100, description: 'Of JPEG.' }),
      },
      {
        additionalProperties: false,
        description:
          'How raw pixels are stored; pictures that a scanner compressed stay as they are.',
      },
    ),
  },
  {
    $id: 'https://hengjuan.local/scanner-profile.schema.json',
    title: 'Scanner profile of 衡卷',
    additionalProperties: false,
  },
)

export type ScannerProfile = Static<typeof ScannerProfile>
