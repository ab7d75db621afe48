import { damageRecipes } from './damage.ts'
import { feedRecipes } from './feeds.ts'
import { habitRecipes } from './habits.ts'
import { opticsRecipes } from './optics.ts'
import { paperRecipes } from './paper.ts'
import type { Recipe } from './recipe.ts'

/** Every trouble that can be made, in the order in which they act on a sheet. */
const catalogue = {
  ...habitRecipes,
  ...paperRecipes,
  ...damageRecipes,
  ...feedRecipes,
  ...opticsRecipes,
}

export type DegradationName = keyof typeof catalogue

/** A trouble and how bad it is: 0 none, 1 ordinary, 2 bad, 3 extreme; any number between. */
export interface Degradation {
  name: DegradationName
  strength: number
}

export const DEGRADATION_NAMES = Object.keys(catalogue) as DegradationName[]

export const recipeOf = (name: DegradationName): Recipe => catalogue[name]
