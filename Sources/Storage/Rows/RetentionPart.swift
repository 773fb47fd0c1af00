/// The parts of the history that are trimmed along a primary key, by their names in the table `retention`.
package enum RetentionPart: String {
    case events
    case deliveries
}
