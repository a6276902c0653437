<?php
// What the PHP target includes.

burn($ms);
