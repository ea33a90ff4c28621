export function DecisionList() {
  return null
}
