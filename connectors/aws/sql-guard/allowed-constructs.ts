/**
 * The rules of Trino's grammar that a read query may be made of. What is not here is refused, so a new
 * version of the grammar brings nothing in by itself. Left out on purpose: every statement but a query,
 * `TABLE`, table functions, functions declared in the statement, parameters, JSON_TABLE
 * (rare, and half a grammar), MATCH_RECOGNIZE (its effort has no bound in the text), and what tells who or where the session is.
 */
import { type ConstructName, parserModule } from './trino-grammar.ts';

const query = [
  'SingleStatement',
  'StatementDefault',
  'RootQuery',
  'QueryStatement',
  'With',
  'NamedQuery',
  'QueryNoWith',
  'LimitRowCount',
  'RowCount',
  'QueryTermDefault',
  'SetOperation',
  'QueryPrimaryDefault',
  'InlineTable',
  'Subquery',
  'SortItem',
  'QuerySpecification',
  'SetQuantifier',
  'SelectList',
  'SelectItem',
  'SelectAllWithoutTable',
  'TableAllColumns',
  'SelectLiteralColumnName',
  'SelectExpressionColumnName',
  'WhereClause',
  'HavingClause',
] as const satisfies readonly ConstructName[];

const grouping = [
  'GroupBy',
  'SingleGroupingSet',
  'Rollup',
  'Cube',
  'MultipleGroupingSets',
  'GroupingSet',
  'GroupingTerm',
  'GroupingOperation',
] as const satisfies readonly ConstructName[];

const window = [
  'WindowDefinition',
  'WindowSpecification',
  'PartitionBy',
  'Over',
  'WindowFrame',
  'FrameExtent',
  'UnboundedFrame',
  'CurrentRowBound',
  'BoundedFrame',
] as const satisfies readonly ConstructName[];

const relation = [
  'JoinRelation',
  'RelationDefault',
  'JoinType',
  'JoinCriteria',
  'JoinColumnEquality',
  'JoinColumnReference',
  'SampledRelation',
  'SampleType',
  // Every table passes through this rule; MATCH_RECOGNIZE itself is refused as a word, for its cost.
  'PatternRecognition',
  'AliasedRelation',
  'ColumnAliases',
  'TableName',
  'TableOrViewName',
  'TableRef',
  'QueryPeriod',
  'RangeType',
  'ExpressionSourceTable',
  'ParenthesizedRelation',
  'SubqueryRelation',
  'Unnest',
  'Lateral',
] as const satisfies readonly ConstructName[];

const condition = [
  'Expression',
  'Predicated',
  'LogicalNot',
  'And',
  'Or',
  'Comparison',
  'ComparisonOperator',
  'ComparisonQuantifier',
  'QuantifiedComparison',
  'Between',
  'InList',
  'InSubquery',
  'Like',
  'NullPredicate',
  'DistinctFrom',
  'Exists',
] as const satisfies readonly ConstructName[];

const expression = [
  'ValueExpressionDefault',
  'AtTimeZone',
  'TimeZoneInterval',
  'TimeZoneString',
  'ArithmeticUnary',
  'ArithmeticBinary',
  'Concatenation',
  'RowConstructor',
  'ArrayConstructor',
  'Subscript',
  'Dereference',
  'ColumnReference',
  'ColumnRef',
  'ColumnName',
  'QualifiedName',
  'UnquotedIdentifier',
  'QuotedIdentifier',
  'NonReserved',
  'Lambda',
  'SubqueryExpression',
  'ParenthesizedExpression',
  'SimpleCase',
  'SearchedCase',
  'WhenClause',
  'Coalesce',
  'Cast',
] as const satisfies readonly ConstructName[];

const call = [
  'FunctionCall',
  'FunctionName',
  'Filter',
  'NullTreatment',
  'ListAgg',
  'ListAggOverflowBehavior',
  'ListAggCountIndication',
  'CurrentDate',
  'CurrentTime',
  'CurrentTimestamp',
  'LocalTime',
  'LocalTimestamp',
  'Position',
  'Trim',
  'TrimsSpecification',
  'Substring',
  'Normalize',
  'NormalForm',
  'Extract',
] as const satisfies readonly ConstructName[];

const json = [
  'JsonExists',
  'JsonExistsErrorBehavior',
  'JsonValue',
  'JsonValueBehavior',
  'JsonQuery',
  'JsonQueryBehavior',
  'JsonQueryWrapperBehavior',
  'JsonObject',
  'JsonObjectMember',
  'JsonArray',
  'JsonPathInvocation',
  'JsonValueExpression',
  'JsonRepresentation',
  'JsonArgument',
] as const satisfies readonly ConstructName[];

const literal = [
  'NullLiteral',
  'BooleanLiteral',
  'BooleanValue',
  'NumericLiteral',
  'IntegerLiteral',
  'DecimalLiteral',
  'DoubleLiteral',
  'StringLiteral',
  'BasicStringLiteral',
  'BinaryLiteral',
  'IntervalLiteral',
  'Interval',
  'IntervalField',
  'TypeConstructor',
] as const satisfies readonly ConstructName[];

const type = [
  'RowType',
  'RowField',
  'IntervalType',
  'DateTimeType',
  'TimeType',
  'DoublePrecisionType',
  'LegacyArrayType',
  'LegacyMapType',
  'ArrayType',
  'GenericType',
  'TypeParameter',
] as const satisfies readonly ConstructName[];

const names: readonly ConstructName[] = [
  ...query,
  ...grouping,
  ...window,
  ...relation,
  ...condition,
  ...expression,
  ...call,
  ...json,
  ...literal,
  ...type,
];

/** Classes of the tree's nodes. */
export const allowedConstructs: ReadonlySet<unknown> = new Set(names.map((name) => parserModule[`${name}Context`]));
