/**
 * Operators of filters, projections and expressions that may pass, wherever they stand. `$where`,
 * `$function` and `$accumulator` run code on the server and are not here; neither is any operator that a
 * later release adds, until somebody has reviewed it.
 * https://www.mongodb.com/docs/manual/reference/operator/ (seen 2026-11).
 */
const ofFilters =
  '$all $and $bitsAllClear $bitsAllSet $bitsAnyClear $bitsAnySet $comment $elemMatch $eq $exists $expr $gt $gte $in $jsonSchema $lt $lte $meta $mod $ne $nin $nor $not $options $or $regex $sampleRate $size $slice $type';
const ofTextSearch = '$caseSensitive $diacriticSensitive $language $search $text';
const ofPlaces =
  '$box $center $centerSphere $geoIntersects $geoWithin $geometry $maxDistance $minDistance $near $nearSphere $polygon';
/** Parts of a reference to another document; what it refers to is not read. */
const ofReferences = '$db $id $ref';

const ofArithmetic =
  '$abs $add $bitAnd $bitNot $bitOr $bitXor $ceil $divide $exp $floor $ln $log $log10 $mod $multiply $pow $rand $round $sqrt $subtract $trunc';
const ofTrigonometry =
  '$acos $acosh $asin $asinh $atan $atan2 $atanh $cos $cosh $degreesToRadians $radiansToDegrees $sin $sinh $tan $tanh';
const ofLists =
  '$allElementsTrue $anyElementTrue $arrayElemAt $arrayToObject $concatArrays $filter $first $firstN $in $indexOfArray $isArray $last $lastN $map $maxN $minN $objectToArray $range $reduce $reverseArray $setDifference $setEquals $setIntersection $setIsSubset $setUnion $size $slice $sortArray $zip';
const ofConditions = '$cmp $cond $ifNull $let $literal $switch';
const ofTimes =
  '$dateAdd $dateDiff $dateFromParts $dateFromString $dateSubtract $dateToParts $dateToString $dateTrunc $dayOfMonth $dayOfWeek $dayOfYear $hour $isoDayOfWeek $isoWeek $isoWeekYear $millisecond $minute $month $second $tsIncrement $tsSecond $week $year';
const ofTexts =
  '$concat $indexOfBytes $indexOfCP $ltrim $regexFind $regexFindAll $regexMatch $replaceAll $replaceOne $rtrim $split $strLenBytes $strLenCP $strcasecmp $substr $substrBytes $substrCP $toLower $toUpper $trim';
const ofTypes =
  '$binarySize $bsonSize $convert $isNumber $toBool $toDate $toDecimal $toDouble $toInt $toLong $toObjectId $toString $toUUID $type';
const ofDocuments = '$getField $mergeObjects $setField $unsetField';
const ofGroups =
  '$addToSet $avg $bottom $bottomN $count $max $median $min $percentile $push $stdDevPop $stdDevSamp $sum $top $topN';
const ofWindows =
  '$covariancePop $covarianceSamp $denseRank $derivative $documentNumber $expMovingAvg $integral $linearFill $locf $rank $shift';

export const readingOperators: ReadonlySet<string> = new Set(
  [
    ofFilters,
    ofTextSearch,
    ofPlaces,
    ofReferences,
    ofArithmetic,
    ofTrigonometry,
    ofLists,
    ofConditions,
    ofTimes,
    ofTexts,
    ofTypes,
    ofDocuments,
    ofGroups,
    ofWindows,
  ].flatMap((names) => names.split(' ')),
);
